import { failedPrecondition, notFound, permissionDenied, type AppError } from '@pitanga/core';
import { notesPerRecordMax } from './note';

export function noteNotFound(): AppError {
  return notFound('Note not found', 'NOTE_NOT_FOUND');
}

export function tooManyNotes(): AppError {
  return failedPrecondition(`A record can have ${String(notesPerRecordMax)} notes: delete one first`, 'TOO_MANY_NOTES');
}

export function notesReadOnly(): AppError {
  return permissionDenied('The role only reads notes', 'NOTES_READ_ONLY');
}

export function noteOfAnother(): AppError {
  return permissionDenied('A note is deleted by its author, or by an owner', 'NOTE_OF_ANOTHER');
}
