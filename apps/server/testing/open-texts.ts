import type { Calls } from '@assay/core/schema/call';

/** What a script needs to be one of: an element, the end of an attribute. */
const PROBES = ['<b onload="a()">', "<svg/onload='a()'>", '"onload=a()', '<b x=y>', "'x=y>"];

type Schema = Calls[string]['input'];
type Leaf = readonly [path: string, admits: boolean];

/** The fields of the calls into which such a text can be written, as `call.field`. */
export function openTexts(calls: Calls): string[] {
  const found = new Set<string>();
  for (const [name, { input }] of Object.entries(calls)) {
    for (const [path, admits] of leavesOf(input)) if (admits) found.add(`${name}.${path}`);
  }
  return [...found].sort();
}

/** Each part of a schema that takes something else than further parts, and whether it is open. */
function leavesOf(schema: Schema, path = ''): Leaf[] {
  const { def } = schema._zod as unknown as { def: Definition };
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([name, part]) =>
        leavesOf(part, path === '' ? name : `${path}.${name}`),
      );
    case 'array':
      return leavesOf(def.element, path);
    case 'record':
      return [...leavesOf(def.keyType, path), ...leavesOf(def.valueType, path)];
    case 'union':
      return def.options.flatMap((option) => leavesOf(option, path));
    case 'optional':
    case 'nullable':
    case 'default':
      return leavesOf(def.innerType, path);
    default:
      return [[path, PROBES.some((probe) => schema.safeParse(probe).success)]];
  }
}

interface Definition {
  readonly type: string;
  readonly shape: Readonly<Record<string, Schema>>;
  readonly element: Schema;
  readonly keyType: Schema;
  readonly valueType: Schema;
  readonly options: readonly Schema[];
  readonly innerType: Schema;
}
