/** The part of JSON Schema that can be derived from examples. */
export interface Shape {
  readonly type?: string | readonly string[];
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
}

/**
 * Derives names and types from a value, for readers who generate clients. A field that only some
 * entries of a list have is not required; null adds nothing.
 */
export function shapeOf(value: unknown): Shape {
  if (value === null || value === undefined) return {};
  if (Array.isArray(value)) {
    if (value.length === 0) return { type: 'array' };
    return { type: 'array', items: value.map(shapeOf).reduce(joined) };
  }
  if (typeof value === 'object') {
    const fields = Object.entries(value);
    return {
      type: 'object',
      properties: Object.fromEntries(fields.map(([name, field]) => [name, shapeOf(field)])),
      required: fields.map(([name]) => name),
    };
  }
  return { type: typeof value };
}

/** The narrowest shape that fits both. */
export function joined(one: Shape, other: Shape): Shape {
  const { type } = one;
  if (type === undefined || other.type === undefined) return type === undefined ? other : one;
  if (one.properties !== undefined && other.properties !== undefined) {
    const mine = one.properties;
    const theirs = Object.entries(other.properties).map(([name, field]): [string, Shape] => {
      const known = mine[name];
      return [name, known === undefined ? field : joined(known, field)];
    });
    return {
      type,
      properties: { ...mine, ...Object.fromEntries(theirs) },
      required: (one.required ?? []).filter((name) => other.required?.includes(name)),
    };
  }
  if (one.items !== undefined && other.items !== undefined) {
    return { type, items: joined(one.items, other.items) };
  }
  const types = [...new Set([type, other.type].flat())];
  return types.length === 1 ? one : { type: types };
}
