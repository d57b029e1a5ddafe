/** An error answer of the server (RFC 9457). `code` is for programs, `detail` is the sentence for people. */
export interface Problem {
  title: string;
  status: number;
  detail: string;
  code: string;
  errors?: { field: string; message: string }[];
}
