// Which field of an account's forms a refusal belongs to.

import type { Fields } from './form.svelte';

export type AccountField = 'name' | 'password' | 'new-password' | 'code';

/** Forms with a new name or a new password. */
export const NEW_FIELDS: Fields<AccountField> = {
  bad_name: 'name',
  name_reserved: 'name',
  name_taken: 'name',
  bad_password: 'new-password',
  common_password: 'new-password',
  password_is_name: 'new-password',
  wrong_password: 'password',
  wrong_recovery_code: 'code',
};
