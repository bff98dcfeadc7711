/**
 * Sends a file and reports how much of it is sent, which `fetch` cannot. Rejects as `fetch` does:
 * when there is no answer.
 */
export function uploadByRequest(
  url: string,
  { headers, body, signal, credentials }: RequestInit,
  onProgress: (share: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.withCredentials = credentials === 'include';
    new Headers(headers).forEach((value, name) => {
      request.setRequestHeader(name, value);
    });
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onload = () => resolve(new Response(request.responseText, { status: request.status }));
    request.onerror = () => reject(new TypeError('no answer'));
    request.onabort = request.onerror;
    signal?.addEventListener('abort', () => request.abort());
    request.send(body as File);
  });
}
