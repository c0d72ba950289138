import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/svelte';
import { afterEach } from 'vitest';

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
