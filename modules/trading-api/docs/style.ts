/**
 * The style of the reference. Colours and sizes are the house's tokens (apps/kit/look/tokens.css),
 * which a module cannot import; a test compares the two.
 */
export const DARK = {
  '--ground': '#0d0f11',
  '--surface': '#131619',
  '--raised': '#1a1e22',
  '--line': '#262b30',
  '--line-strong': '#3b4249',
  '--ink': '#e9eaea',
  '--ink-2': '#b0b7bd',
  '--ink-3': '#919aa2',
  '--accent': '#d0b47c',
  '--accent-wash': '#251f14',
  '--demo': '#b9aeff',
  '--demo-wash': '#1d1a33',
  '--green': '#45b98c',
  '--red': '#ec7264',
  '--blue': '#66a8f2',
  '--orange': '#eba24e',
} as const;

export const LIGHT = {
  '--ground': '#f1f0ec',
  '--surface': '#faf9f6',
  '--raised': '#ffffff',
  '--line': '#dedbd3',
  '--line-strong': '#c1bdb2',
  '--ink': '#15181a',
  '--ink-2': '#454b50',
  '--ink-3': '#5d6368',
  '--accent': '#74561a',
  '--accent-wash': '#f2ead8',
  '--demo': '#5140b3',
  '--demo-wash': '#ebe8fb',
  '--green': '#0d704d',
  '--red': '#b8352a',
  '--blue': '#1c5db3',
  '--orange': '#8f4e05',
} as const;

export const SIZES = {
  '--s-2': '0.25rem',
  '--s-3': '0.5rem',
  '--s-4': '0.75rem',
  '--s-5': '1rem',
  '--s-6': '1.5rem',
  '--s-7': '2rem',
  '--s-8': '3rem',
  '--t-label': '0.6875rem',
  '--t-small': '0.75rem',
  '--t-body': '0.8125rem',
  '--t-lead': '0.9375rem',
  '--t-title': '1.125rem',
  '--t-heading': '1.5rem',
  '--w-medium': '540',
  '--w-strong': '640',
  '--tracking': '0.075em',
  '--radius': '3px',
  '--radius-large': '5px',
} as const;

function declared(tokens: Readonly<Record<string, string>>): string {
  return Object.entries(tokens)
    .map(([name, value]) => `${name}: ${value};`)
    .join(' ');
}

const RULES = `
* { box-sizing: border-box; }
html { scroll-padding-block-start: var(--s-6); }
body {
  margin: 0; background: var(--ground); color: var(--ink); line-height: 1.5;
  font-family: "Inter Variable", system-ui, sans-serif; font-size: var(--t-lead);
}
a { color: var(--accent); text-underline-offset: 0.2em; }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.frame {
  display: grid; grid-template: "contents text" auto / 17rem minmax(0, 1fr);
  max-inline-size: 84rem; margin-inline: auto;
}
nav {
  grid-area: contents; position: sticky; inset-block-start: 0; block-size: 100vh; overflow-y: auto;
  padding: var(--s-6) var(--s-5); border-inline-end: 1px solid var(--line);
}
nav ul { list-style: none; margin: 0 0 var(--s-5); padding: 0; }
nav a { display: block; padding-block: var(--s-2); color: var(--ink-2); text-decoration: none;
  font-size: var(--t-body); overflow-wrap: anywhere; }
nav a:hover { color: var(--ink); }
.label {
  margin: 0 0 var(--s-2); color: var(--ink-3); font-size: var(--t-label);
  font-weight: var(--w-strong); letter-spacing: var(--tracking); text-transform: uppercase;
}
main { grid-area: text; padding: var(--s-7) var(--s-7) var(--s-8); min-inline-size: 0; }
h1 { margin: 0 0 var(--s-4); font-size: var(--t-heading); font-weight: var(--w-strong); }
h2 {
  margin: var(--s-8) 0 var(--s-4); padding-block-start: var(--s-5);
  border-block-start: 1px solid var(--line); font-size: var(--t-title);
  font-weight: var(--w-strong);
}
p, ul { max-inline-size: 46rem; }
pre, code { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
code { font-size: 0.9em; overflow-wrap: anywhere; }
pre {
  margin: var(--s-4) 0; padding: var(--s-5); overflow-x: auto; background: var(--surface);
  border: 1px solid var(--line); border-radius: var(--radius-large); font-size: var(--t-body);
  line-height: 1.6; tab-size: 2;
}
pre code { font-size: inherit; overflow-wrap: normal; }
.scroll { overflow-x: auto; }
table { inline-size: 100%; border-collapse: collapse; font-size: var(--t-body); }
th, td {
  padding: var(--s-3) var(--s-5) var(--s-3) 0; border-block-end: 1px solid var(--line);
  text-align: start; vertical-align: top;
}
article td:first-child code { white-space: nowrap; }
td:nth-child(2) { white-space: nowrap; color: var(--ink-3); }
th { color: var(--ink-3); font-weight: var(--w-medium); }
td.number { font-variant-numeric: tabular-nums; white-space: nowrap; }
article {
  margin-block-end: var(--s-5); padding: var(--s-5); background: var(--surface);
  border: 1px solid var(--line); border-radius: var(--radius-large);
}
article h3 { margin: 0; font-size: var(--t-lead); font-weight: var(--w-medium);
  overflow-wrap: anywhere; }
article p { margin: var(--s-3) 0; color: var(--ink-2); }
.method { margin-inline-end: var(--s-3); font-weight: var(--w-strong); }
.GET { color: var(--blue); } .POST { color: var(--green); }
.PUT { color: var(--orange); } .DELETE { color: var(--red); }
.facts { color: var(--ink-3); font-size: var(--t-small); }
.must { color: var(--accent); }
details { margin-block-start: var(--s-4); }
details > summary { cursor: pointer; color: var(--ink-3); font-size: var(--t-small); }
.note {
  padding: var(--s-4) var(--s-5); background: var(--accent-wash);
  border-inline-start: 2px solid var(--accent); border-radius: var(--radius);
}
.demo { background: var(--demo-wash); border-color: var(--demo); }
.trial {
  max-inline-size: none; margin: 0; padding: var(--s-2) var(--s-5); color: var(--demo);
  background: var(--demo-wash); font-size: var(--t-small);
}
.trial strong { margin-inline-end: var(--s-3); letter-spacing: var(--tracking); text-transform: uppercase; }
nav summary { cursor: pointer; }
details.closed > summary { font-size: inherit; }
details.closed > article:first-of-type { margin-block-start: var(--s-5); }
.jump { display: none; }
@media (max-width: 60rem) {
  .frame { grid-template: "text" "contents" / minmax(0, 1fr); }
  nav { position: static; block-size: auto; border-inline-end: 0;
    border-block-start: 1px solid var(--line); }
  .jump { display: block; margin-block-start: 0; font-size: var(--t-small); }
  main { padding: var(--s-6) var(--s-5); }
}
`;

/** The style sheet, dark or light by the reader's system setting. */
export const STYLE = `:root { color-scheme: dark light; ${declared(SIZES)} ${declared(DARK)} }
@media (prefers-color-scheme: light) { :root { ${declared(LIGHT)} } }
${RULES}`;
