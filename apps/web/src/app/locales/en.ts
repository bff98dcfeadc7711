import kit from '@assay/kit/locales/en.json';
import apiKeys from './en/apiKeys.json';
import chart from './en/chart.json';
import coming from './en/coming.json';
import desk from './en/desk.json';
import errors from './en/errors.json';
import home from './en/home.json';
import identity from './en/identity.json';
import markets from './en/markets.json';
import receipts from './en/receipts.json';
import shell from './en/shell.json';
import spot from './en/spot.json';
import texts from './en/texts.json';
import ui from './en/ui.json';

/**
 * The English catalogue, one file an area, and the kit's own. English is complete and stands in for
 * the others.
 */
export const en = {
  apiKeys,
  chart,
  coming,
  desk,
  errors,
  home,
  identity,
  kit,
  markets,
  receipts,
  shell,
  spot,
  texts,
  ui,
};
