// Hands a file to the browser's downloads.

export function download(
  name: string,
  text: string,
  type: 'text/csv' | 'text/plain' | 'text/calendar' = 'text/csv',
): void {
  downloadBlob(name, new Blob([text], { type: `${type};charset=utf-8` }));
}

export function downloadBlob(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  downloadFrom(address, name);
  // By then the download has begun to read it.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export function downloadFrom(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}
