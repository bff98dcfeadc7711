import { outline } from '../display/icon.tsx';

export const IconStairsUp = /* @__PURE__ */ outline('M22 6h-5v5h-5v5H7v5H2m4-11V3M3 6l3-3l3 3');
