import '@testing-library/jest-dom/vitest';
import { configure } from '@testing-library/dom';
import { cleanup } from '@testing-library/svelte';
import { afterEach, vi } from 'vitest';

// A page that is loaded when it is wanted takes as long as the machine is busy.
const WITHIN_MS = 10_000;
configure({ asyncUtilTimeout: WITHIN_MS });
const waitFor = vi.waitFor.bind(vi);
vi.waitFor = (isSo, options = WITHIN_MS) => waitFor(isSo, options);

afterEach(() => {
  cleanup();
  localStorage.clear();
});

// jsdom lays nothing out.
Element.prototype.scrollIntoView = (): void => undefined;

// jsdom knows the element, but not how it opens and closes.
HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement): void {
  this.open = true;
};
HTMLDialogElement.prototype.close = function (this: HTMLDialogElement): void {
  this.open = false;
  this.dispatchEvent(new Event('close'));
};
