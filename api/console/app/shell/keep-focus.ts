/**
 * Keeps the focus near its place. If the focused element is removed or disabled, the browser would
 * begin again at the top of the page: for a keyboard that is a long way, and a screen reader falls
 * silent.
 */
export function keepFocus(): void {
  /** What had the focus last: an element of the page, or of a dialog above it. */
  let focused: Element | null = null;
  /** The last focused element of the page, and all around it, from the inside out. */
  let places: HTMLElement[] = [];
  addEventListener('focusin', ({ target }) => {
    focused = target instanceof Element ? target : null;
    if (focused?.closest('main')) places = [...withParents(focused)];
  });
  const isUsable = (element: Element): boolean =>
    element.isConnected && !element.matches(':disabled');
  const update = (): void => {
    const { activeElement } = document;
    const isLost = activeElement === document.body || activeElement === focused;
    if (focused === null || !isLost || isUsable(focused)) return;
    const place = places.find(isUsable) ?? document.querySelector('main');
    if (place === null) return;
    focused = null;
    // Parts of a page have no focus of their own.
    if (!place.matches('a, button, input, select, textarea, [tabindex]')) place.tabIndex = -1;
    place.focus({ preventScroll: true });
  };
  new MutationObserver(update).observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['disabled'],
  });
}

function* withParents(element: Element): Generator<HTMLElement> {
  for (let place: Element | null = element; place; place = place.parentElement) {
    if (place instanceof HTMLElement) yield place;
    if (place.matches('main')) return;
  }
}
