// Where somebody was before coming in: there they go on afterwards.

import { router } from '../router.svelte';

const ON_THE_WAY = ['sign-up', 'sign-in', 'recover', 'unknown'];

let path = '/';

/** Remembers the last page that is not on the way in, until the returned function is called. */
export function rememberPlace(): () => void {
  return $effect.root(() => {
    $effect(() => {
      if (!ON_THE_WAY.includes(router.page.name)) path = location.pathname;
    });
  });
}

/** Goes back there; the pages on the way in are not left behind. */
export function goBack(): void {
  router.go(path, 'replace');
}
