import { outline } from '../display/icon.tsx';

export const IconChevronsLeft = /* @__PURE__ */ outline('M11 7l-5 5l5 5m6-10l-5 5l5 5');
