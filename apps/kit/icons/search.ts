import { outline } from '../display/icon.tsx';

export const IconSearch = /* @__PURE__ */ outline('M3 10a7 7 0 1 0 14 0a7 7 0 1 0-14 0m18 11l-6-6');
