import { outline } from '../display/icon.tsx';

export const IconChevronsRight = /* @__PURE__ */ outline('M7 7l5 5l-5 5m6-10l5 5l-5 5');
