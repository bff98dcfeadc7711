import { useSearchParams } from 'react-router';
import { Announcements } from './announcements.tsx';
import { Text } from './text.tsx';

/** /notice: what the operator announces, or the notice that `id` names. */
export default function NoticesScreen() {
  const [params] = useSearchParams();
  const id = params.get('id') ?? '';
  return id === '' ? <Announcements /> : <Text key={id} id={id} />;
}
