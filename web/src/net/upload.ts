import type { Problem } from '../protocol/problem';
import { Refusal } from './refusal';

export interface Uploaded {
  path: string;
  name: string;
  size: number;
}

/** Sends a file and reports progress, which `fetch` cannot. */
export function upload(file: File, sid: string, csrf: string, progress: (percent: number) => void): Promise<Uploaded> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', '/api/upload');
    request.setRequestHeader('X-CSRF-Token', csrf);
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => {
      progress(Math.round((100 * loaded) / Math.max(total, 1)));
    };
    request.onerror = () => {
      reject(Refusal.unreachable());
    };
    request.onload = () => {
      if (request.status < 300) resolve(request.response as Uploaded);
      else reject(refused(request));
    };
    const form = new FormData();
    form.set('sid', sid);
    form.set('file', file, file.name || 'pasted');
    request.send(form);
  });
}

function refused(request: XMLHttpRequest): Refusal {
  const bare = { title: request.statusText, status: request.status, detail: '', code: 'unknown' };
  return new Refusal({ ...bare, ...(request.response as Partial<Problem> | null) });
}
