const BY_POSITION = /\.order$/;

/**
 * The differences of `now` from `golden`, as lines of path and values. A field that only `now` has
 * is new and no difference; a field that is gone or changed is one, and so is a list of another
 * length. An order in a fact is a list of fields by position, and gains new ones at its end.
 */
export function differences(golden: unknown, now: unknown, path = ''): string[] {
  if (Array.isArray(golden)) {
    if (!Array.isArray(now)) return [difference(path, golden, now)];
    const grown = BY_POSITION.test(path) && now.length > golden.length;
    const length = grown || golden.length === now.length ? [] : [`${path}.length`];
    const shorter = golden.slice(0, now.length);
    const found = shorter.flatMap((item, at) => differences(item, now[at], `${path}[${at}]`));
    return [...length.map((at) => difference(at, golden.length, now.length)), ...found];
  }
  if (isRecord(golden)) {
    if (!isRecord(now)) return [difference(path, golden, now)];
    return Object.entries(golden).flatMap(([field, value]) =>
      differences(value, now[field], path === '' ? field : `${path}.${field}`),
    );
  }
  return golden === now ? [] : [difference(path, golden, now)];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function difference(path: string, golden: unknown, now: unknown): string {
  return `${path}: golden ${JSON.stringify(golden)}, now ${JSON.stringify(now)}`;
}
