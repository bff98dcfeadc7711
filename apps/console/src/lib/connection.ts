/** Whether the server answered the latest call: without it nothing on the screen is of now. */
const listeners = new Set<() => void>();
let answers = true;

export const connection = {
  answers: () => answers,
  report(now: boolean): void {
    if (now === answers) return;
    answers = now;
    for (const listener of listeners) listener();
  },
  listen(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
