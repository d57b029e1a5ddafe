// A server of files for the tests, with the faults that servers have: node server.mjs FOLDER PORT-FILE. The first part of
// a path says how the rest is served.
import { createReadStream, renameSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [folder, portFile] = process.argv.slice(2);

const server = createServer((request, response) => {
  const [, manner, name] = new URL(request.url, 'http://here').pathname.split('/');
  const file = `${folder}/${name}`;
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  const archive = name.endsWith('.gz');
  if (manner === 'moved') return response.writeHead(302, { location: `/good/${name}` }).end();
  if (manner === 'broken') return response.writeHead(500).end();
  if (size === undefined) return response.writeHead(404).end();
  if (archive && manner === 'slow') return response.writeHead(200, { 'content-length': size }).write('a');
  if (archive && manner === 'endless') {
    response.writeHead(200);
    const more = () => {
      while (response.write(Buffer.alloc(65536)));
    };
    response.on('drain', more);
    return more();
  }
  if (archive && manner === 'promising') {
    response.writeHead(200, { 'content-length': size + 1000 });
    return createReadStream(file).on('end', () => response.destroy()).pipe(response, { end: false });
  }
  if (archive && manner === 'half') {
    response.writeHead(200, { 'content-length': Math.floor(size / 2) });
    return createReadStream(file, { end: Math.floor(size / 2) - 1 }).pipe(response);
  }
  response.writeHead(200, { 'content-length': size });
  return createReadStream(file).pipe(response);
});

server.listen(0, '127.0.0.1', () => {
  writeFileSync(`${portFile}.new`, String(server.address().port));
  renameSync(`${portFile}.new`, portFile);
});
