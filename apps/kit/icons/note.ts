import { outline } from '../display/icon.tsx';

export const IconNote = /* @__PURE__ */ outline(
  'M13 20l7-7m-7 7v-6a1 1 0 0 1 1-1h6V6a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2z',
);
