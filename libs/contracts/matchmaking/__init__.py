"""Rooms: two people agree on terms, then a game starts, and after it the next one.

Private rooms are entered by their link, challenges by the one who is challenged, seeks by whoever
is first. One aggregate a room; the game's id is fixed when the room opens, so that agreeing twice
is one game. Every change of a term clears the other's agreement; agreeing names the exact terms.
A rematch's id is fixed when the first of the two asks for it.
"""

from libs.contracts.matchmaking.commands import AgreeTerms as AgreeTerms
from libs.contracts.matchmaking.commands import ChangeTerms as ChangeTerms
from libs.contracts.matchmaking.commands import DeclineRoom as DeclineRoom
from libs.contracts.matchmaking.commands import JoinRoom as JoinRoom
from libs.contracts.matchmaking.commands import LeaveRoom as LeaveRoom
from libs.contracts.matchmaking.commands import LookAtTime as LookAtTime
from libs.contracts.matchmaking.commands import MarkRead as MarkRead
from libs.contracts.matchmaking.commands import OpenChallenge as OpenChallenge
from libs.contracts.matchmaking.commands import OpenHotseat as OpenHotseat
from libs.contracts.matchmaking.commands import Opening as Opening
from libs.contracts.matchmaking.commands import OpenPractice as OpenPractice
from libs.contracts.matchmaking.commands import OpenRoom as OpenRoom
from libs.contracts.matchmaking.commands import OpenSeek as OpenSeek
from libs.contracts.matchmaking.commands import Rematch as Rematch
from libs.contracts.matchmaking.commands import ReportStart as ReportStart
from libs.contracts.matchmaking.commands import RoomCommand as RoomCommand
from libs.contracts.matchmaking.commands import RoomVerb as RoomVerb
from libs.contracts.matchmaking.commands import Withdraw as Withdraw
from libs.contracts.matchmaking.events import GameAgreed as GameAgreed
from libs.contracts.matchmaking.events import GameOpened as GameOpened
from libs.contracts.matchmaking.events import InvitationRead as InvitationRead
from libs.contracts.matchmaking.events import RematchAsked as RematchAsked
from libs.contracts.matchmaking.events import RoomClosed as RoomClosed
from libs.contracts.matchmaking.events import RoomDeclined as RoomDeclined
from libs.contracts.matchmaking.events import RoomEvent as RoomEvent
from libs.contracts.matchmaking.events import RoomJoined as RoomJoined
from libs.contracts.matchmaking.events import RoomLeft as RoomLeft
from libs.contracts.matchmaking.events import RoomOpened as RoomOpened
from libs.contracts.matchmaking.events import StartRefused as StartRefused
from libs.contracts.matchmaking.events import TermsAgreed as TermsAgreed
from libs.contracts.matchmaking.events import TermsChanged as TermsChanged
from libs.contracts.matchmaking.queries import DeskQuery as DeskQuery
from libs.contracts.matchmaking.queries import FindOpponent as FindOpponent
from libs.contracts.matchmaking.queries import MailboxOf as MailboxOf
from libs.contracts.matchmaking.queries import OpenSeeks as OpenSeeks
from libs.contracts.matchmaking.queries import Opponent as Opponent
from libs.contracts.matchmaking.queries import RoomAsSeen as RoomAsSeen
from libs.contracts.matchmaking.queries import RoomQuery as RoomQuery
from libs.contracts.matchmaking.terms import AGREE_WITHIN_MS as AGREE_WITHIN_MS
from libs.contracts.matchmaking.terms import ANSWER_WITHIN_MS as ANSWER_WITHIN_MS
from libs.contracts.matchmaking.terms import KEPT_MS as KEPT_MS
from libs.contracts.matchmaking.terms import MAIL_MS as MAIL_MS
from libs.contracts.matchmaking.terms import MOST_INVITATIONS as MOST_INVITATIONS
from libs.contracts.matchmaking.terms import MOST_ROOMS as MOST_ROOMS
from libs.contracts.matchmaking.terms import QUIET_MS as QUIET_MS
from libs.contracts.matchmaking.terms import SEEK_MS as SEEK_MS
from libs.contracts.matchmaking.terms import SERVICE as SERVICE
from libs.contracts.matchmaking.terms import SHARDS as SHARDS
from libs.contracts.matchmaking.terms import TALK_MS as TALK_MS
from libs.contracts.matchmaking.terms import CloseReason as CloseReason
from libs.contracts.matchmaking.terms import DeclineReason as DeclineReason
from libs.contracts.matchmaking.terms import FirstSeat as FirstSeat
from libs.contracts.matchmaking.terms import RoomKind as RoomKind
from libs.contracts.matchmaking.terms import RoomMember as RoomMember
from libs.contracts.matchmaking.terms import RoomTerms as RoomTerms
from libs.contracts.matchmaking.views import InvitationState as InvitationState
from libs.contracts.matchmaking.views import InvitationView as InvitationView
from libs.contracts.matchmaking.views import Mailbox as Mailbox
from libs.contracts.matchmaking.views import RoomView as RoomView
from libs.contracts.matchmaking.views import SeeksChanged as SeeksChanged
from libs.contracts.matchmaking.views import SeekView as SeekView
