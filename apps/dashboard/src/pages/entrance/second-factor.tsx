import { SecondFactorForm } from '../../second-factor/second-factor-form';
import { useWords } from '../../words/words';
import { useAfterSignIn } from './after-sign-in';
import { Entrance } from './entrance';
import { entranceWords } from './entrance-words';

/** The step after the password. */
export function SecondFactorPage() {
  const say = useWords(entranceWords);
  const { goOn } = useAfterSignIn();
  return (
    <Entrance title={say('secondStep')}>
      <SecondFactorForm factors={undefined} onPassed={goOn} />
    </Entrance>
  );
}
