import { SegmentedControl } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Status } from '../parts/status';
import { useStore } from '../session/store-context';
import { commonWords } from '../words/common-words';
import { useWords } from '../words/words';
import { environmentNames, parseEnvironment } from '../session/environment';
import { shellWords } from './shell-words';

/** Changes between test and production; records exist in one of them, so it leads to the home page. A sandbox has one alone. */
export function EnvironmentSwitch() {
  const say = useWords(shellWords);
  const sayCommon = useWords(commonWords);
  const { scope, isSandbox } = useStore();
  const navigate = useNavigate();
  if (isSandbox) return <Status tone="wait">{sayCommon('sandbox')}</Status>;
  return (
    <SegmentedControl
      size="xs"
      aria-label={say('environment')}
      className="environment"
      value={environmentNames[scope.environment]}
      data={[
        { value: 'test', label: sayCommon('test') },
        { value: 'live', label: say('live') },
      ]}
      onChange={(name) => {
        if (parseEnvironment(name) !== undefined) void navigate({ to: `/${scope.storeId}/${name}` });
      }}
    />
  );
}
