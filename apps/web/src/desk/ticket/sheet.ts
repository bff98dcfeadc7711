import { createContext } from 'react';

/**
 * Whether the ticket is a sheet over the page. There an order at market is sent without a further
 * question: the sheet was opened for it, and shows the same figures beside the button.
 */
export const TicketSheet = createContext(false);
