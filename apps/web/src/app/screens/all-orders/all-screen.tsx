import { OrdersScreen } from './orders-screen.tsx';

/** /all: orders of all products, opened on what waits. */
export default function AllScreen() {
  return <OrdersScreen first="pending" />;
}
