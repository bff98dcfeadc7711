import { outline } from '../display/icon.tsx';

export const IconMaximize = /* @__PURE__ */ outline(
  'M4 8V6a2 2 0 0 1 2-2h2M4 16v2a2 2 0 0 0 2 2h2m8-16h2a2 2 0 0 1 2 2v2m-4 12h2a2 2 0 0 0 2-2v-2',
);
