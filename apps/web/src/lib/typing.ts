/** A radio button has no use for letters. */
const TYPED =
  'input:not([type="radio"]), textarea, select, [contenteditable], [role="dialog"], [role="menu"]';

/** Whether a key belongs to what has the focus: a field, a menu, a question. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TYPED) !== null;
}
