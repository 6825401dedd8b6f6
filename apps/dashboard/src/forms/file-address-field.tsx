import { ActionIcon, Button, FileButton, Text, TextInput } from '@mantine/core';
import { useState, type ClipboardEvent, type DragEvent } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Icon } from '../parts/icon';
import type { Say } from '../words/words';
import { toText, useField, type FieldProps } from './fields';
import { sentBytes } from './picture-address';

/** What a file became for the value of a field, or why it was not taken. */
export type Taken = { readonly address: string } | { readonly refusal: 'wrongKind' | 'tooLarge' };

type Trouble = 'wrongKind' | 'tooLarge' | 'failed';

interface Props<Values extends FieldValues> extends FieldProps<Values> {
  readonly say: Say<Trouble | 'choose' | 'orDrop' | 'chosen' | 'remove'>;
  /** Media types, as a file input has them. */
  readonly accept: string;
  readonly read: (file: Blob) => Promise<Taken>;
}

/** The address of a file, typed, or the file itself: chosen, dropped or pasted. */
export function FileAddressField<Values extends FieldValues>({ say, accept, read, ...props }: Props<Values>) {
  const { held, shared } = useField(props);
  const [isOver, setIsOver] = useState(false);
  const { trouble, isReading, take, forget } = useTaken(read, held.onChange);
  const bytes = sentBytes(toText(held.value));
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
          accept={accept}
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
function useTaken(read: Props<FieldValues>['read'], onTaken: (address: string) => void) {
  const [trouble, setTrouble] = useState<Trouble>();
  const [isReading, setIsReading] = useState(false);
  const take = async (file: Blob): Promise<void> => {
    setTrouble(undefined);
    setIsReading(true);
    try {
      const taken = await read(file);
      if ('refusal' in taken) setTrouble(taken.refusal);
      else onTaken(taken.address);
    } catch {
      setTrouble('failed');
    } finally {
      setIsReading(false);
    }
  };
  return {
    trouble,
    isReading,
    take: (file: Blob) => void take(file),
    forget: () => {
      setTrouble(undefined);
    },
  };
}
