import { outline } from '../display/icon.tsx';

export const IconLogin2 = /* @__PURE__ */ outline(
  'M9 8V6a2 2 0 0 1 2-2h7a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2h-7a2 2 0 0 1-2-2v-2M3 12h13l-3-3m0 6l3-3',
);
