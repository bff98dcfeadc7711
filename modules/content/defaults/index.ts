import { coins } from './coins.ts';
import type { Default } from './entry.ts';
import { help } from './help.ts';
import { law } from './law.ts';
import { site } from './site.ts';

/** The look of the site, which has no text: all of it that of the software. */
const look: Default = {
  key: 'site',
  kind: 'site',
  body: {
    texts: {},
    place: { section: '', order: 0, pinned: false, link: '' },
    look: { siteName: '', logo: '', accentDark: '', accentLight: '', contact: '' },
  },
};

/** What a site has before its operator has written anything. */
export const defaults: readonly Default[] = [...law, ...site, ...help, ...coins, look];
