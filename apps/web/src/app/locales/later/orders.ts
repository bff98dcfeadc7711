import { addTexts } from '../../i18n.ts';
import cfd from '../en/cfd.json';
import options from '../en/options.json';
import orderStatus from '../en/orderStatus.json';
import orders from '../en/orders.json';

// Of the lists of all products.
addTexts({ cfd, options, orderStatus, orders });
