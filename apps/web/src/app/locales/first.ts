import kit from '@assay/kit/locales/en.json';
import errors from './en/errors.json';
import home from './en/home.json';
import identity from './en/identity.json';
import markets from './en/markets.json';
import shell from './en/shell.json';
import ui from './en/ui.json';

/** The texts of the shell and of the screens that come with the app. */
export const first = { errors, home, identity, kit, markets, shell, ui };
