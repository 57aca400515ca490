import type { Hold } from './standing.ts';

/*
 * What changes something bears the mark `data-changes` wherever it stands: a button, a menu's item, a switch, a form.
 * - data-changes: it changes the workspace
 * - data-changes="account": it changes one's own account
 * - data-changes="drag": dragging it, or dropping something on it, changes the workspace
 * While the workspace is held, what is marked does nothing, keeps the focus and says why. `npm run lint` finds what
 * lacks its mark.
 */

const boxes = '.mantine-InputWrapper-root, .mantine-Input-wrapper';

const isField = (element: Element): boolean =>
  element.matches('input:not([type=checkbox], [type=radio], [type=file])');

/** Whether the element's mark is one that the hold counts. */
function isMarked(element: Element | null | undefined, hold: Hold): boolean {
  const mark = element?.getAttribute('data-changes');
  if (mark === null || mark === undefined || mark === 'false' || mark === 'drag') return false;
  return mark !== 'account' || hold.account;
}

/** Whether the element is a control that would be refused; of a form its submit buttons are. */
function isHeld(element: Element, hold: Hold): boolean {
  if (element instanceof HTMLFormElement) return false;
  if (isMarked(element, hold)) return true;
  return element instanceof HTMLButtonElement && element.type === 'submit' && isMarked(element.form, hold);
}

function heldAround(target: EventTarget | null, hold: Hold): HTMLElement | undefined {
  for (let element = target instanceof Element ? target : null; element; element = element.parentElement) {
    if (isHeld(element, hold)) return element as HTMLElement;
    // A field's arrow and its pills stand beside it.
    if (element.matches(boxes)) {
      const field = [...element.querySelectorAll('[data-changes]')].find(
        (one) => isField(one) && isHeld(one, hold),
      );
      if (field) return field as HTMLElement;
    }
  }
  return undefined;
}

const isDragHeld = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-changes=drag]') !== null;

/** What stood in the attributes of a held element before. */
const before = new WeakMap<Element, Map<string, string | null>>();

function setAttribute(element: Element, name: string, value: string | null): void {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

/** Draws an element as held, for the eye and for a screen reader. The kit's menus skip what is `data-disabled`. */
function draw(element: Element, reason: string): void {
  const wanted = {
    'data-held': '',
    'aria-disabled': 'true',
    'aria-description': reason,
    ...(element.matches('[role=menuitem], input') ? {} : { 'data-disabled': 'true' }),
  };
  if (!before.has(element))
    before.set(element, new Map(Object.keys(wanted).map((name) => [name, element.getAttribute(name)])));
  for (const [name, value] of Object.entries(wanted)) setAttribute(element, name, value);
}

function erase(element: Element): void {
  for (const [name, value] of before.get(element) ?? []) setAttribute(element, name, value);
  before.delete(element);
}

/** Keys by which one leaves a field or reads it. */
const harmlessKeys = new Set([
  'Tab',
  'Shift',
  'Control',
  'Alt',
  'Meta',
  'Escape',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
]);

/**
 * Holds all marked controls of the page, also those that come later, until the answered function is called.
 * @param point told the control whose reason is to be shown, and undefined when there is none
 */
export function holdControls(hold: Hold, point: (control: HTMLElement | undefined) => void): () => void {
  const drawAll = (root: Element | Document): void => {
    for (const element of root.querySelectorAll('[data-changes], [type=submit]')) drawOne(element);
  };
  const drawOne = (element: Element): void => {
    if (isHeld(element, hold)) draw(element, hold.reason);
    else if (element.hasAttribute('data-held')) erase(element);
  };
  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'attributes') drawOne(target as Element);
      for (const node of addedNodes)
        if (node instanceof Element) {
          drawOne(node);
          drawAll(node);
        }
    }
  });
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['data-changes', 'data-disabled', 'aria-disabled'],
  });
  drawAll(document);

  const stop = (event: Event, prevent: boolean): void => {
    event.stopImmediatePropagation();
    if (prevent) event.preventDefault();
  };
  const listeners: Record<string, (event: Event) => void> = {
    click(event) {
      const control = heldAround(event.target, hold);
      if (!control) return;
      stop(event, true);
      point(control);
    },
    submit(event) {
      if (isMarked(event.target as Element, hold)) stop(event, true);
    },
    mousedown(event) {
      const control = heldAround(event.target, hold);
      if (control && isField(control)) stop(event, false);
    },
    keydown(event) {
      const control = heldAround(event.target, hold);
      if (control && isField(control) && !harmlessKeys.has((event as KeyboardEvent).key)) stop(event, true);
    },
    beforeinput(event) {
      if (heldAround(event.target, hold)) stop(event, true);
    },
    focusin(event) {
      const control = heldAround(event.target, hold);
      point(control);
      if (control && isField(control)) stop(event, false);
    },
    focusout: () => point(undefined),
    mouseover: (event) => point(heldAround(event.target, hold)),
    dragstart(event) {
      if (isDragHeld(event.target)) stop(event, true);
    },
    dragover(event) {
      if (!isDragHeld(event.target)) return;
      // A file that nobody takes is opened by the browser, in the page's place.
      stop(event, true);
      (event as DragEvent).dataTransfer!.dropEffect = 'none';
    },
    drop(event) {
      if (isDragHeld(event.target)) stop(event, true);
    },
  };
  // Before React hears of anything.
  for (const [name, listener] of Object.entries(listeners)) window.addEventListener(name, listener, true);
  return () => {
    observer.disconnect();
    for (const [name, listener] of Object.entries(listeners))
      window.removeEventListener(name, listener, true);
    for (const element of document.querySelectorAll('[data-held]')) erase(element);
    point(undefined);
  };
}
