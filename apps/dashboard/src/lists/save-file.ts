/** Saves a text, or what was downloaded, as a file of the person's machine. */
export function saveFile(name: string, type: string, text: string | Blob): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
