import { AssetsScreen } from './assets-screen.tsx';

/** /table2: what contracts are paid from. */
export default function ContractScreen() {
  return <AssetsScreen wallet="contract" />;
}
