import { Bind } from './bind.tsx';

/** /bindphone */
export default function BindPhoneScreen() {
  return <Bind kind="phone" />;
}
