import { useState } from 'react';
import { account } from '../../api/client';
import { record } from '../../api/problem';
import { useWords } from '../../words/words';
import { Entrance } from './entrance';
import { EntranceLink } from './entrance-link';
import { entranceWords } from './entrance-words';
import { MailForm } from './mail-form';

/** Asks for the link that sets a new password. */
export function ForgotPasswordPage() {
  const say = useWords(entranceWords);
  const [isSent, setSent] = useState(false);
  return (
    <Entrance title={say(isSent ? 'lookAtMail' : 'forgotTitle')}>
      <MailForm
        hint={say('forgotHint')}
        lasts={say('resetLasts')}
        send={(email) => record(account.POST('/dashboard/api/auth/password/forgot', { body: { email } }))}
        onSent={setSent}
      >
        <EntranceLink to="/sign-in">{say('toSignIn')}</EntranceLink>
      </MailForm>
    </Entrance>
  );
}
