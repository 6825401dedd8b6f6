import { useStore } from '../session/store-context';
import { useGet } from '../session/use-get';
import { commonWords } from '../words/common-words';
import { useWords } from '../words/words';
import { CopyText } from './copy-text';

/** A member by e-mail, for whom may read who the members are. */
export function Person({ id }: { readonly id: string }) {
  const say = useWords(commonWords);
  const { me, may } = useStore();
  const isMe = me.user.id === id;
  const { data } = useGet('/v2/members/list', ['members', 'all'], undefined, { enabled: !isMe && may('MEMBER:READ') });
  if (isMe) return say('you');
  const email = data?.find((member) => member.id === id)?.email;
  return email === undefined ? <CopyText text={id} /> : email;
}
