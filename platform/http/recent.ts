const KEYS_MAX = 50_000;

/** A map that drops its least recently used key when it is full. */
export class Recent<V> {
  readonly #map = new Map<string, V>();

  get(key: string): V | undefined {
    return this.#map.get(key);
  }

  use(key: string, make: () => V): V {
    const known = this.#map.get(key);
    if (known !== undefined) {
      // Moving the key to the end keeps the order of use; worth the cost only when space is short.
      if (this.#map.size > KEYS_MAX / 2) {
        this.#map.delete(key);
        this.#map.set(key, known);
      }
      return known;
    }
    if (this.#map.size >= KEYS_MAX) this.#map.delete(this.#map.keys().next().value!);
    const made = make();
    this.#map.set(key, made);
    return made;
  }
}
