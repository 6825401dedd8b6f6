import { SegmentedControl } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useStore } from '../session/store-context';
import { commonWords } from '../words/common-words';
import { useWords } from '../words/words';
import { environmentNames, parseEnvironment } from '../session/environment';
import { shellWords } from './shell-words';

/** Changes between test and production; records exist in one of them, so it leads to the home page. */
export function EnvironmentSwitch() {
  const say = useWords(shellWords);
  const sayCommon = useWords(commonWords);
  const { scope } = useStore();
  const navigate = useNavigate();
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
