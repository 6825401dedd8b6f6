import { ActionIcon, Button, FileButton, Text, TextInput } from '@mantine/core';
import { useState, type ClipboardEvent, type DragEvent } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Icon } from '../parts/icon';
import { useWords } from '../words/words';
import { toText, useField, type FieldProps } from './fields';
import { pictureBytes } from './picture-address';
import { pictureWords } from './picture-words';
import type { PictureLimits } from './shrink-picture';

interface Props<Values extends FieldValues> extends FieldProps<Values> {
  readonly limits: PictureLimits;
}

type Trouble = 'notPicture' | 'tooLarge' | 'failed';

/** The address of a picture, typed, or the picture itself: chosen, dropped or pasted. */
export function PictureField<Values extends FieldValues>({ limits, ...props }: Props<Values>) {
  const say = useWords(pictureWords);
  const { held, shared } = useField(props);
  const [isOver, setIsOver] = useState(false);
  const { trouble, isReading, take, forget } = useTaken(limits, held.onChange);
  const bytes = pictureBytes(toText(held.value));
  const takeFrom = (event: ClipboardEvent | DragEvent, { files }: DataTransfer): void => {
    setIsOver(false);
    const [file] = files;
    if (file === undefined) return;
    event.preventDefault();
    take(file);
  };
  return (
    <div
      className="picture-field"
      data-over={isOver || undefined}
      onPaste={(event) => {
        takeFrom(event, event.clipboardData);
      }}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => {
        setIsOver(false);
      }}
      onDrop={(event) => {
        takeFrom(event, event.dataTransfer);
      }}
    >
      <TextInput
        {...shared}
        error={trouble === undefined ? shared.error : say(trouble)}
        type={bytes === undefined ? 'url' : 'text'}
        inputMode="url"
        autoComplete="off"
        maxLength={2048}
        placeholder="https://"
        readOnly={bytes !== undefined}
        value={bytes === undefined ? toText(held.value) : say('chosen', { size: Math.ceil(bytes / 1000) })}
        rightSection={
          bytes !== undefined && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={say('remove')}
              onClick={() => {
                forget();
                held.onChange('');
              }}
            >
              <Icon name="close" />
            </ActionIcon>
          )
        }
        onChange={(event) => {
          forget();
          held.onChange(event);
        }}
      />
      <div className="picture-choose">
        <FileButton
          accept="image/png,image/jpeg,image/gif,image/webp"
          onChange={(file) => {
            if (file !== null) take(file);
          }}
        >
          {(button) => (
            <Button {...button} size="compact-sm" variant="default" loading={isReading}>
              {say('choose')}
            </Button>
          )}
        </FileButton>
        <Text size="xs" c="dimmed" className="picture-drop">
          {say('orDrop')}
        </Text>
      </div>
    </div>
  );
}

/** Takes a file for the value of a field; what was refused leaves the value as it was. */
function useTaken(limits: PictureLimits, onTaken: (address: string) => void) {
  const [trouble, setTrouble] = useState<Trouble>();
  const [isReading, setIsReading] = useState(false);
  const read = async (file: Blob): Promise<void> => {
    setTrouble(undefined);
    setIsReading(true);
    try {
      const { shrinkPicture } = await import('./shrink-picture');
      const shrunk = await shrinkPicture(file, limits);
      if ('refusal' in shrunk) setTrouble(shrunk.refusal);
      else onTaken(shrunk.address);
    } catch {
      setTrouble('failed');
    } finally {
      setIsReading(false);
    }
  };
  return {
    trouble,
    isReading,
    take: (file: Blob) => void read(file),
    forget: () => {
      setTrouble(undefined);
    },
  };
}
