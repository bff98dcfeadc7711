import { outline } from '../display/icon.tsx';

export const IconSquare = /* @__PURE__ */ outline(
  'M3 5a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z',
);
