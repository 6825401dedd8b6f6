import { Button, Group, Switch, Text } from '@mantine/core';
import { useWords } from '../../words/words';
import { developersWords } from './developers-words';
import type { LiveControls } from './live-rows';

/** The switch of a list that is watched, and whether it stands still. */
export function LiveSwitch({ live }: { readonly live: LiveControls }) {
  const say = useWords(developersWords);
  return (
    <Switch
      label={say('live')}
      checked={live.isOn}
      onChange={({ currentTarget }) => {
        live.turn(currentTarget.checked);
      }}
    />
  );
}

export function LiveBar({ live }: { readonly live: LiveControls }) {
  const say = useWords(developersWords);
  if (!live.isOn) return null;
  return (
    <Group className="live-bar" gap="sm">
      <span className={live.isHeld ? 'live-dot' : 'live-dot live-dot-on'} />
      <Text size="sm" role="status">
        {say(live.isHeld ? 'paused' : 'watching')}
      </Text>
      {live.waiting > 0 && (
        <Button size="compact-sm" variant="default" onClick={live.release}>
          {say('waiting', { count: live.waiting })}
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="subtle"
        onClick={() => {
          if (live.isPaused) live.release();
          else live.pause(true);
        }}
      >
        {say(live.isPaused ? 'resume' : 'pause')}
      </Button>
    </Group>
  );
}
