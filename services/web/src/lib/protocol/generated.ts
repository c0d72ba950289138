// Generated from libs/contracts by `make proto`. Changes here are overwritten.

export type FromClient =
  | Play
  | OfferDraw
  | AcceptDraw
  | DeclineDraw
  | Resign
  | LeaveGame
  | TakeBack
  | AskUndo
  | AnswerUndo
  | ClaimWin
  | Unveil
  | GoOn
  | JoinRoom
  | ChangeTerms
  | AgreeTerms
  | LeaveRoom
  | Rematch
  | DeclineRoom
  | MarkRead
  | Say
  | Report
  | Block
  | Unblock
  | Mute
  | Unmute
  | Ban
  | Unban
  | CloseReport
  | Watch
  | Unwatch
  | WatchRoom
  | UnwatchRoom
  | EnterLobby
  | LeaveLobby
  | WatchLive
  | UnwatchLive
  | WatchChat
  | UnwatchChat
  | Pong;

export type FromServer =
  | Welcome
  | Ping
  | Answered
  | GameSnapshot
  | GameEventFrame
  | GameGone
  | Presence
  | RoomChanged
  | RoomGone
  | Running
  | Rated
  | Lobby
  | LobbyChanges
  | ChatLines
  | ChatSaid
  | ChatErased
  | StandingNow
  | DeskChanged
  | Invitations
  | LiveGames
  | Refused;

export type GameEvent =
  | GameStarted
  | Dealt
  | TurnPlayed
  | TurnsTakenBack
  | Reshuffled
  | PauseBegan
  | PauseOver
  | Unveiled
  | DrawOffered
  | DrawDeclined
  | UndoAsked
  | UndoDeclined
  | ClockCredited
  | GameEnded;

/** A complete turn for the position of that version. */
export interface Play {
  t: 'play';
  id: string;
  game: string;
  position: number;
  turn: string;
}

/** Offers a draw. */
export interface OfferDraw {
  t: 'offer_draw';
  id: string;
  game: string;
}

/** Accepts the offer of that version. */
export interface AcceptDraw {
  t: 'accept_draw';
  id: string;
  game: string;
  offer: number;
}

/** Declines the offer of that version. */
export interface DeclineDraw {
  t: 'decline_draw';
  id: string;
  game: string;
  offer: number;
}

/** Gives up. */
export interface Resign {
  t: 'resign';
  id: string;
  game: string;
}

/** Leaves the running game and loses it. */
export interface LeaveGame {
  t: 'leave_game';
  id: string;
  game: string;
}

/** Against a computer: takes back the own last turn and the reply to it. */
export interface TakeBack {
  t: 'take_back';
  id: string;
  game: string;
  position: number;
}

/** In a friendly game: asks to take the own last turn back, with the reply to it. */
export interface AskUndo {
  t: 'ask_undo';
  id: string;
  game: string;
  position: number;
}

/** Agrees to what the other has asked with that version, or declines. */
export interface AnswerUndo {
  t: 'answer_undo';
  id: string;
  game: string;
  ask: number;
  accept: boolean;
}

/** Claims the win: the other has been away for a minute. */
export interface ClaimWin {
  t: 'claim_win';
  id: string;
  game: string;
}

/** At one device: lifts the curtain before the position of that version. After `games.unveiled`, `watch` without `since` shows the game as the unveiled seat sees it. */
export interface Unveil {
  t: 'unveil';
  id: string;
  game: string;
  position: number;
}

/** In practice and at one device: ends the pause that began with that version. */
export interface GoOn {
  t: 'go_on';
  id: string;
  game: string;
  pause: number;
}

/** Takes the free place in a room. */
export interface JoinRoom {
  t: 'join_room';
  id: string;
  room: string;
}

/** Proposes other terms. */
export interface ChangeTerms {
  t: 'change_terms';
  id: string;
  room: string;
  terms: RoomTerms;
}

/** All that two people agree on. */
export interface RoomTerms {
  game: GameTerms;
  first: 'guest' | 'host' | 'random';
}

/** What is played: a registered game, its variant, changed options, the time control. */
export interface GameTerms {
  game: string;
  variant: string;
  options: Record<string, unknown>;
  time: TimeControl;
  kind: 'friendly' | 'hotseat' | 'practice' | 'rated';
  stake_taler: number;
}

/** Base time a side plus an increment after each own turn; no base means untimed. */
export interface TimeControl {
  base_ms: number | null;
  increment_ms: number;
}

/** Agrees to exactly these terms. */
export interface AgreeTerms {
  t: 'agree_terms';
  id: string;
  room: string;
  terms: RoomTerms;
}

/** Leaves a room; after its game: wants no rematch. */
export interface LeaveRoom {
  t: 'leave_room';
  id: string;
  room: string;
}

/** Wants to play once more in the room of that finished game, with the seats swapped. */
export interface Rematch {
  t: 'rematch';
  id: string;
  room: string;
  game: string;
}

/** The challenged one does not want to. */
export interface DeclineRoom {
  t: 'decline_room';
  id: string;
  room: string;
  reason: 'busy' | 'later' | 'no' | 'terms';
}

/** An invitation in the own mailbox has been seen. */
export interface MarkRead {
  t: 'mark_read';
  id: string;
  room: string;
}

/** A line of at most 400 characters; at a table with `game`, which must be watched. */
export interface Say {
  t: 'say';
  id: string;
  place: 'game' | 'lobby' | 'watchers';
  text: string;
  game?: string | null;
}

/** Asks the moderators to look at somebody, perhaps at a line of theirs. */
export interface Report {
  t: 'report';
  id: string;
  player: string;
  kind: 'cheating' | 'insult' | 'name' | 'other' | 'spam';
  reason?: string;
  line?: number | null;
}

/** The two see and hear no more of each other. */
export interface Block {
  t: 'block';
  id: string;
  player: string;
}

/** Takes that back. */
export interface Unblock {
  t: 'unblock';
  id: string;
  player: string;
}

/** A moderator silences somebody. With `erase` what they said within the last day goes. */
export interface Mute {
  t: 'mute';
  id: string;
  player: string;
  minutes: number;
  kind: 'cheating' | 'insult' | 'name' | 'other' | 'spam';
  erase?: boolean;
}

/** A moderator lets somebody speak again. */
export interface Unmute {
  t: 'unmute';
  id: string;
  player: string;
}

/** A moderator shuts somebody out of the waiting room. `erase`: see `Mute`. */
export interface Ban {
  t: 'ban';
  id: string;
  player: string;
  days: number;
  kind: 'cheating' | 'insult' | 'name' | 'other' | 'spam';
  erase?: boolean;
}

/** A moderator lets somebody back in. */
export interface Unban {
  t: 'unban';
  id: string;
  player: string;
}

/** A moderator has looked at that report. */
export interface CloseReport {
  t: 'close_report';
  id: string;
  report: number;
}

/** Show me this game; `since` is the version I have, if any. */
export interface Watch {
  t: 'watch';
  game: string;
  since?: number | null;
}

/** No more of this game. */
export interface Unwatch {
  t: 'unwatch';
  game: string;
}

/** Show me this room and its changes. */
export interface WatchRoom {
  t: 'watch_room';
  room: string;
}

/** No more of this room. */
export interface UnwatchRoom {
  t: 'unwatch_room';
  room: string;
}

/** I am in the waiting room: show it to me. Without a session one only looks. */
export interface EnterLobby {
  t: 'enter_lobby';
}

/** I am no longer in the waiting room, on this socket. */
export interface LeaveLobby {
  t: 'leave_lobby';
}

/** Show me the games that run and may be watched. */
export interface WatchLive {
  t: 'watch_live';
}

/** No more of them. */
export interface UnwatchLive {
  t: 'unwatch_live';
}

/** Show me what is said at this table, in the room that is mine there; it must be watched. */
export interface WatchChat {
  t: 'watch_chat';
  game: string;
}

/** No more of it. */
export interface UnwatchChat {
  t: 'unwatch_chat';
  game: string;
}

/** Answers the server's ping of that number. */
export interface Pong {
  t: 'pong';
  n: number;
}

/** First message: who you are, the server's clock, the pings' rhythm, your running games. */
export interface Welcome {
  t: 'welcome';
  player: Player | null;
  now_ms: number;
  ping_every_ms: number;
  running: GameSummary[];
}

/** Who somebody is, as others may see it. */
export interface Player {
  id: string;
  name: string;
  is_guest: boolean;
  role: 'moderator' | 'player';
}

/** One line in a list of games. `reason` is None while it runs. */
export interface GameSummary {
  game: string;
  terms: GameTerms;
  seats: [SeatInfo, SeatInfo];
  started_at_ms: number;
  ended_at_ms: number | null;
  winner: number | null;
  reason: string | null;
  plies: number;
}

/** Who sits there; the name as it was at the start. */
export interface SeatInfo {
  player: string;
  name: string;
}

/** Answer with `pong`. `versions`: the present version of each game this socket watches. */
export interface Ping {
  t: 'ping';
  n: number;
  now_ms: number;
  versions: Record<string, number>;
}

/** The answer to a command. Refused: `code` and a sentence in both languages. */
export interface Answered {
  t: 'answer';
  id: string;
  version?: number;
  code?: string | null;
  text?: Record<string, string> | null;
  detail?: Record<string, unknown> | null;
}

/** A game whole: the view now (`Rules.view`), and all events as this audience sees them. `seat` is one's own. Two at one device have both, and it says 0; if their game hides something it says which one is unveiled for this position, and as long as none is (no clock runs) view and events are those of a spectator. */
export interface GameSnapshot {
  t: 'game_snapshot';
  game: string;
  version: number;
  position: number;
  seat: number | null;
  view: unknown;
  events: SeenEvent[];
}

/** An event as this audience may see it. `type` None: it may not see more than that it was. `shown` is what this seat alone is shown; `id` is the id of the command that caused it. */
export interface SeenEvent {
  version: number;
  at_ms: number;
  type?: string | null;
  data?: unknown;
  shown?: unknown;
  id?: string | null;
}

/** One further event of a watched game. */
export interface GameEventFrame {
  t: 'game_event';
  game: string;
  event: SeenEvent;
}

/** A game that can't be watched: unknown, or not for you. */
export interface GameGone {
  t: 'game_gone';
  game: string;
  code: string;
  text: Record<string, string>;
}

/** Who of the two is connected, since when not, how many watch. Not an event: no version. */
export interface Presence {
  t: 'presence';
  game: string;
  connected: [boolean, boolean];
  away_since_ms: [number | null, number | null];
  spectators: number;
}

/** A room as it is now; an older version than the one shown is to be ignored. */
export interface RoomChanged {
  t: 'room';
  view: RoomView;
}

/** A room as everybody with its link sees it. Both in `agreed` while it is still "open": the game is being started, nothing can be changed. */
export interface RoomView {
  room: string;
  version: number;
  host: RoomMember;
  guest: RoomMember | null;
  terms: RoomTerms;
  agreed: string[];
  state: 'closed' | 'open' | 'started';
  game_id: string | null;
  rematch: string[];
  refused: string | null;
  kind: 'challenge' | 'private' | 'seek';
  invited: string | null;
  expires_at_ms: number | null;
  declined: 'busy' | 'later' | 'no' | 'terms' | null;
  closed: 'deleted' | 'expired' | 'gone' | 'left' | 'playing' | 'too_many' | null;
}

/** Somebody in the room; the name as it was on entering. */
export interface RoomMember {
  player: string;
  name: string;
}

/** A room that can't be shown. */
export interface RoomGone {
  t: 'room_gone';
  room: string;
  code: string;
  text: Record<string, string>;
}

/** Your running games have changed. */
export interface Running {
  t: 'running';
  running: GameSummary[];
}

/** A rated game of yours counts: what it has changed. `taler`: won or lost by the stake. */
export interface Rated {
  t: 'rated';
  game: string;
  family: 'hanse' | 'mills';
  before: number;
  after: number;
  points_before: number;
  points_after: number;
  taler: number;
}

/** The waiting room whole, on entering and whenever something may have been missed. */
export interface Lobby {
  t: 'lobby';
  people: PersonHere[];
  lines: ChatLine[];
  seeks: SeekView[];
}

/** Somebody in the waiting room, however many devices: one entry. `name` is a guest's generated one, "" for an account, whose name is asked for by its id. `elo` has the families with rated games, and is empty for a guest. */
export interface PersonHere {
  player: string;
  name: string;
  is_guest?: boolean;
  state?: 'free' | 'playing';
  elo?: Record<string, number>;
}

/** One line; `n` grows from line to line over all places. `name`: see `PersonHere`. */
export interface ChatLine {
  n: number;
  at_ms: number;
  player: string;
  name: string;
  text: string;
}

/** An open offer that anybody in the waiting room may take. */
export interface SeekView {
  room: string;
  host: RoomMember;
  terms: RoomTerms;
  at_ms: number;
}

/** What has changed since: people who came or are otherwise now, who went; offers likewise. */
export interface LobbyChanges {
  t: 'lobby_changes';
  people?: PersonHere[];
  gone?: string[];
  seeks?: SeekView[];
  seeks_gone?: string[];
}

/** What has been said at a table so far, in the room that is one's own there. */
export interface ChatLines {
  t: 'chat_lines';
  game: string;
  place: 'game' | 'lobby' | 'watchers';
  lines: ChatLine[];
}

/** One more line; `game` is None in the waiting room. */
export interface ChatSaid {
  t: 'chat_line';
  place: 'game' | 'lobby' | 'watchers';
  line: ChatLine;
  game: string | null;
}

/** Lines that are gone: their writer was silenced, or is no longer here. */
export interface ChatErased {
  t: 'chat_erased';
  lines: number[];
}

/** One's own standing, on entering the waiting room or a table's chat, and when it changes. */
export interface StandingNow {
  t: 'standing';
  standing: Standing;
}

/** How somebody stands with the house: silenced or shut out until then, whom they block. */
export interface Standing {
  muted_until_ms: number | null;
  banned_until_ms: number | null;
  blocked: string[];
}

/** To moderators: so many reports are open. After the welcome, and when anything has been done. What has changed is asked for by HTTP. */
export interface DeskChanged {
  t: 'desk';
  open_reports: number;
}

/** Invitations of one's own that are new or otherwise now; after the welcome all open ones. */
export interface Invitations {
  t: 'invitations';
  invitations: InvitationView[];
}

/** A challenge in somebody's mailbox, got (`to` is oneself) or sent. `is_mail`: it was sent to somebody who was away, and stands for days. `is_read` is the reader's. */
export interface InvitationView {
  room: string;
  sender: RoomMember;
  to: string;
  terms: RoomTerms;
  at_ms: number;
  expires_at_ms: number;
  state: 'accepted' | 'declined' | 'expired' | 'open' | 'withdrawn';
  reason: 'busy' | 'later' | 'no' | 'terms' | null;
  is_mail: boolean;
  is_read: boolean;
}

/** Games that are new or otherwise now, and those that are over; at first, all there are. */
export interface LiveGames {
  t: 'live_games';
  games: LiveGame[];
  gone: string[];
  is_whole: boolean;
}

/** A running game that anybody may watch. */
export interface LiveGame {
  game: string;
  terms: GameTerms;
  seats: [SeatInfo, SeatInfo];
  started_at_ms: number;
  plies: number;
  viewers: number;
}

/** A message without an id was refused (bad JSON, unknown type, too much, too fast). */
export interface Refused {
  t: 'refused';
  code: string;
  text: Record<string, string>;
}

/** The terms with every option applied, and the rules' version that this game keeps. */
export interface GameStarted {
  type: 'games.game_started';
  terms: GameTerms;
  rules_version: number;
  seats: [SeatInfo, SeatInfo];
  clock: ClockReading;
  room: string | null;
  is_public: boolean;
}

/** Both sides' remaining time at the event, and who thinks from then on. In a practice game nobody's time is counted: `remaining_ms` is (0, 0), `running` None. */
export interface ClockReading {
  remaining_ms: [number, number];
  running: number | null;
}

/** Chance acted. Public: what the open table shows, and the SHA-256 of the secret. */
export interface Dealt {
  type: 'games.dealt';
  shown: unknown;
  commitment: string;
  clock: ClockReading;
}

/** A complete turn. `credit_ms` was given back for the network's delay. */
export interface TurnPlayed {
  type: 'games.turn_played';
  seat: number;
  turn: string;
  clock: ClockReading;
  spent_ms?: number;
  credit_ms?: number;
  shown?: unknown;
}

/** That seat took its last turn back, with the reply to it. The table is again as it was after the event of version `to`, the last one before these turns; `plies` is how many turns of both sides are gone. */
export interface TurnsTakenBack {
  type: 'games.turns_taken_back';
  seat: number;
  to: number;
  plies: number;
  clock: ClockReading;
}

/** What lies hidden and is in nobody's hand has been put in a new order. It follows turns that a person took back against a computer. Nobody sees a difference, and the position stays; public is the SHA-256 of the secret, which is made as a deal's is. */
export interface Reshuffled {
  type: 'games.reshuffled';
  commitment: string;
}

/** Both clocks stand until that instant; None: until a person goes on (`GoOn`). */
export interface PauseBegan {
  type: 'games.pause_began';
  until_ms: number | null;
  clock: ClockReading;
}

/** The pause ended; the clocks go on. */
export interface PauseOver {
  type: 'games.pause_over';
  clock: ClockReading;
}

/** At one device: the curtain is up for that seat, until the next turn, and its clock runs. */
export interface Unveiled {
  type: 'games.unveiled';
  seat: number;
  clock: ClockReading;
}

/** The event's version is the offer's name. */
export interface DrawOffered {
  type: 'games.draw_offered';
  seat: number;
}

/** Declined by that seat. */
export interface DrawDeclined {
  type: 'games.draw_declined';
  seat: number;
  offer: number;
}

/** That seat asks to take its last turn back; the event's version is the ask's name. */
export interface UndoAsked {
  type: 'games.undo_asked';
  seat: number;
}

/** Declined by that seat. Consent is `TurnsTakenBack`, of the seat that had asked. */
export interface UndoDeclined {
  type: 'games.undo_declined';
  seat: number;
  ask: number;
}

/** The time from…to is not charged to the thinking side; `since_ms` is its new start. */
export interface ClockCredited {
  type: 'games.clock_credited';
  from_ms: number;
  to_ms: number;
  cause: string;
  since_ms: number;
}

/** The one end of a game. `winner` None is a draw; `reason` is a stable name of rules. `plies`: turns played by both together. `deal_secrets`: the secrets behind the commitments of deals and reshuffles, in their order, public from now on. */
export interface GameEnded {
  type: 'games.game_ended';
  winner: number | null;
  reason: string;
  clock: ClockReading;
  plies?: number;
  details?: unknown;
  deal_secrets?: unknown[];
}

/** The caller and the caller's running games. */
export interface Me {
  player: Player | null;
  running: GameSummary[];
}

/** Come in as a guest. */
export interface GuestRequest {
  language?: string;
}

/** Open a room; the same id again opens no second one. */
export interface NewRoom {
  id: string;
  terms: RoomTerms;
}

/** A game against a computer; the same id again opens no second one. `terms.first` is "host" for the caller, "guest" for the computer; `terms.game.time` must be untimed, `terms.game.kind` practice. */
export interface NewPractice {
  id: string;
  terms: RoomTerms;
  strength: 'easy' | 'medium' | 'strong';
}

/** A game of two people at one device; the same id again opens no second one. `terms.game.kind` is hotseat; a time control makes it a game with a chess clock. */
export interface NewHotseat {
  id: string;
  terms: RoomTerms;
}

/** Challenge somebody by name; the same id again opens no second room. */
export interface NewChallenge {
  id: string;
  player: string;
  terms: RoomTerms;
}

/** An open offer in the waiting room; the same id again opens no second one. */
export interface NewSeek {
  id: string;
  terms: RoomTerms;
}

/** Find me somebody: take a fitting offer, else challenge the closest, else offer openly. `apart_from`: who has declined just now. The same id again does nothing twice. */
export interface QuickGame {
  id: string;
  terms: RoomTerms;
  apart_from?: string[];
}

/** Somebody's invitations, got and sent, newest first, those of the last thirty days. */
export interface Mailbox {
  invitations: InvitationView[];
}

/** Which position of the game: after so many plies; None is the present or last one. */
export interface EvaluationRequest {
  ply?: number | null;
}

/** A page of finished games; `next` is the next page's `before`, None at the end. */
export interface FinishedPage {
  games: GameSummary[];
  next: string | null;
}

/** Why a request was refused: a stable code and a sentence in both languages. */
export interface HttpRefusal {
  code: string;
  text: Record<string, string>;
  detail: Record<string, unknown> | null;
}

/** A turn that the strongest would play. */
export interface Hint {
  position: number;
  turn: string;
  score: number;
}

/** How a position stands for the seat to act; the best line the search has seen. */
export interface Evaluation {
  ply: number;
  seat: number;
  score: number;
  depth: number;
  pv: string[];
  exact: Exact | null;
}

/** What a table or a solved game knows, for the side to move; `turns` of both sides. */
export interface Exact {
  value: 'draw' | 'loss' | 'win';
  turns: number;
}

/** The own turns reviewed so far, in order; complete when `done == total`. */
export interface Review {
  seat: number;
  done: number;
  total: number;
  turns: ReviewedTurn[];
}

/** One own turn: what was played, what was best, what it cost. Scores and `loss` are in the game's unit (stones, points) for that seat. */
export interface ReviewedTurn {
  ply: number;
  turn: string;
  best: string;
  score: number;
  best_score: number;
  loss: number;
  light: 'green' | 'red' | 'yellow';
}

/** A name of 3 to 20 letters, digits, `_`, `-`, `.`; a password of 8 to 200 characters. */
export interface SignUpForm {
  name: string;
  password: string;
}

/** The codes are shown this once: there is no mail to send a forgotten password to. */
export interface SignedUp {
  me: Me;
  recovery_codes: string[];
}

/** Upper and lower case of the name don't matter. */
export interface SignInForm {
  name: string;
  password: string;
}

/** `password` is the new one. */
export interface RecoverForm {
  name: string;
  code: string;
  password: string;
}

/** Another name; the former one is free for others at once. */
export interface NewName {
  name: string;
  password: string;
}

/** Another password. */
export interface NewPassword {
  old: string;
  new: string;
}

/** What must be confirmed by the password. */
export interface PasswordForm {
  password: string;
}

/** Each works once. */
export interface RecoveryCodes {
  recovery_codes: string[];
}

/** What the token is for, in the owner's words: 1 to 40 characters. */
export interface TokenForm {
  name: string;
  password: string;
}

/** One of one's own sessions: a browser that is signed in. */
export interface SessionView {
  id: string;
  created_at_ms: number;
  last_seen_ms: number;
  device: string;
  is_current: boolean;
}

/** One of one's own API tokens; the token itself is shown once, when it is made. */
export interface TokenView {
  id: string;
  name: string;
  created_at_ms: number;
  last_used_ms: number | null;
}

/** An API token, this once: only its SHA-256 is kept. Sent as `Authorization: Bearer`. */
export interface NewToken {
  token: string;
  view: TokenView;
}

/** All data of one's own; a part whose service was silent is None, so is a guest's wallet. */
export interface Export {
  account: OwnData;
  running: GameSummary[] | null;
  games: GameSummary[] | null;
  ratings: PlayerRatings | null;
  wallet: Wallet | null;
  lobby: OwnTraces | null;
}

/** All that accounts keeps of a person, without anything that lets somebody in. */
export interface OwnData {
  player: Player;
  since_ms: number;
  sessions: SessionView[];
  tokens: TokenView[];
  settings: unknown;
  recovery_codes_left: number;
  password_changed_at_ms: number | null;
  known_places: number;
}

/** Somebody's standing; who never played a rated game has the values to start with. */
export interface PlayerRatings {
  player: string;
  elo: Record<string, number>;
  games: Record<string, number>;
  points: number;
}

/** One's own wallet and its last postings, newest first. `staked`: held for running games. */
export interface Wallet {
  taler: number;
  staked_taler: number;
  can_refill: boolean;
  postings: WalletPosting[];
}

/** What came into a wallet or went out of it. */
export interface WalletPosting {
  at_ms: number;
  kind: 'refill' | 'returned' | 'stake' | 'welcome' | 'won';
  taler: number;
  game: string | null;
}

/** What the waiting room keeps of somebody and may tell them. */
export interface OwnTraces {
  lines: SaidLine[];
  reports: OwnReport[];
  standing: Standing;
}

/** A line of one's own, in the export of one's data. */
export interface SaidLine {
  at_ms: number;
  place: 'game' | 'lobby' | 'watchers';
  game: string | null;
  text: string;
}

/** A report of one's own, there too; what it quotes is another's. */
export interface OwnReport {
  at_ms: number;
  about: string;
  kind: 'cheating' | 'insult' | 'name' | 'other' | 'spam';
  reason: string;
}

/** Name by id; None: deleted. Computers are not among them: their id says who they are. */
export interface Names {
  names: Record<string, string | null>;
}

/** A person as everybody may see them; a part whose service was silent is None. */
export interface Profile {
  player: Player;
  since_ms: number;
  elo: Record<string, number> | null;
  points: number | null;
  record: PlayRecord | null;
  recent: GameSummary[] | null;
}

/** Finished games against people. */
export interface PlayRecord {
  won: number;
  drawn: number;
  lost: number;
}

/** Against people and against computers; at most ten people are named. */
export interface Statistics {
  people: Figures;
  computers: Figures;
}

/** A player's finished games against one sort of opponent. `plies` is the average, by both sides together; half of the games took less than `median_ms`. Most played games and opponents come first. */
export interface Figures {
  tally: Tally;
  games: GameTally[];
  opponents: OpponentTally[];
  streaks: Streaks;
  plies: number;
  median_ms: number;
}

/** So many games ended like that. */
export interface Tally {
  won: number;
  drawn: number;
  lost: number;
}

/** How one game went, by the seat one had: white and black, or first and second. */
export interface GameTally {
  game: string;
  seats: [Tally, Tally];
}

/** How it went against one opponent; a computer's id says its strength. */
export interface OpponentTally {
  opponent: string;
  tally: Tally;
}

/** Games of one result in a row: the present ones, and the most there ever were. */
export interface Streaks {
  result: 'drawn' | 'lost' | 'won' | null;
  length: number;
  most_won: number;
  most_unbeaten: number;
}

/** One line of an export. `events` is None if the game's owner could not be asked for them. */
export interface ExportedGame {
  summary: GameSummary;
  events: RecordedEvent[] | null;
}

/** One event of a finished game, as everybody may see it. */
export interface RecordedEvent {
  version: number;
  at_ms: number;
  type: string;
  data: unknown;
}

/** A page; `next` is the next one's `after`, None at the end. */
export interface RankingPage {
  family: 'hanse' | 'mills';
  lines: RankingLine[];
  next: string | null;
}

/** One place; equal Elo is an equal rank. */
export interface RankingLine {
  rank: number;
  player: string;
  elo: number;
  games: number;
  points: number;
}

/** Somebody's standing, and how it came about, oldest first. */
export interface RatingsPage {
  ratings: PlayerRatings;
  history: Record<string, RatingPoint[]>;
}

/** One rated game, as one of the two sees it. `score`: 1, 0.5 or 0. `game` is told to the two alone: others are led to a private room's game by its link only. */
export interface RatingPoint {
  game: string | null;
  at_ms: number;
  opponent: string;
  score: number;
  before: number;
  after: number;
}

/** Elo by family beside names, of those who have one: who never played rated has none. */
export interface EloOf {
  elo: Record<string, Record<string, number>>;
}

/** Fill my wallet up; the same id again fills nothing twice. */
export interface RefillRequest {
  id: string;
}

/** Open reports, the oldest first; on the first page then the last closed ones, newest first. `next` is the next page's `after`, None if no more are open. */
export interface ReportsPage {
  reports: ReportView[];
  next: number | null;
}

/** A report as moderators see it. `quoted`: the line it is about, as it was said. */
export interface ReportView {
  report: number;
  at_ms: number;
  by: string;
  about: string;
  kind: 'cheating' | 'insult' | 'name' | 'other' | 'spam';
  reason: string;
  quoted: ChatLine | null;
  closed_by: string | null;
}

/** The audit trail, newest first; `next` is the next page's `before`, None at the end. */
export interface AuditPage {
  lines: AuditLine[];
  next: number | null;
}

/** One moderation event, as moderators read them: newest first. */
export interface AuditLine {
  at_ms: number;
  event: ReportFiled | ReportClosed | PersonMuted | PersonUnmuted | PersonBanned | PersonUnbanned;
}

/** Somebody asks the moderators to look; the words stand in a table, by this number. */
export interface ReportFiled {
  type: 'lobby.report_filed';
  report: number;
  by: string;
  about: string;
  kind: 'cheating' | 'insult' | 'name' | 'other' | 'spam';
}

/** A moderator has looked. */
export interface ReportClosed {
  type: 'lobby.report_closed';
  report: number;
  by: string;
}

/** May say nothing until then. `has_erased`: lines of the last day are gone, too. */
export interface PersonMuted {
  type: 'lobby.person_muted';
  player: string;
  by: string;
  until_ms: number;
  kind: 'cheating' | 'insult' | 'name' | 'other' | 'spam';
  has_erased: boolean;
}

/** May speak again, before the time. */
export interface PersonUnmuted {
  type: 'lobby.person_unmuted';
  player: string;
  by: string;
}

/** May neither enter the waiting room, speak, challenge nor seek until then. */
export interface PersonBanned {
  type: 'lobby.person_banned';
  player: string;
  by: string;
  until_ms: number;
  kind: 'cheating' | 'insult' | 'name' | 'other' | 'spam';
  has_erased: boolean;
}

/** May come back, before the time. */
export interface PersonUnbanned {
  type: 'lobby.person_unbanned';
  player: string;
  by: string;
}
