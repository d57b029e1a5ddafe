#!/usr/bin/env node
// Asks about every line that it is given as Claude Code asks about a command: a dialog, and a call of the hook at the
// same time. Whichever is answered first counts. It notes what became of it in the file "noted" of its folder. At a
// dialog, t gives the call up and q ends the program. A line that begins with "Say" it answers at once, and adds to its
// conversation.
const fs = require("node:fs");
const http = require("node:http");
const path = require("node:path");

const argument = (name) => process.argv[process.argv.indexOf(name) + 1];
const session = argument(process.argv.includes("--resume") ? "--resume" : "--session-id");
const settings = JSON.parse(fs.readFileSync(argument("--settings"), "utf8"));
const hook = settings.hooks.PermissionRequest[0].hooks[0];
fs.writeFileSync("hook", hook.url);

let asked = 0;
let dialog = null;
let line = "";

const note = (text) => fs.appendFileSync("noted", text + "\n");
const draw = (lines) => process.stdout.write("\x1b[2J\x1b[H" + lines.join("\r\n") + "\r\n");
function say(text) {
    const folder = path.join(process.env.HOME, ".claude/projects", process.cwd().replace(/[^A-Za-z0-9]/g, "-"));
    const record = (type, content) => JSON.stringify({
        type, uuid: crypto.randomUUID(), sessionId: session, cwd: process.cwd(), isSidechain: false,
        timestamp: new Date().toISOString(), message: { role: type, content },
    });
    fs.mkdirSync(folder, { recursive: true });
    fs.appendFileSync(path.join(folder, `${session}.jsonl`),
        `${record("user", text)}\n${record("assistant", [{ type: "text", text: "It counts sheep." }])}\n`);
    prompt("It counts sheep.");
}

const prompt = (said) => draw([said, "─".repeat(60), "❯ ", "─".repeat(60)]);

function ask(command) {
    const number = ++asked;
    note(`${number} asks ${command}`);
    draw(["─".repeat(60), " Bash command", "", `   ${command}`, "   Run it", "",
        " Do you want to proceed?", " ❯ 1. Yes", "   2. No", "", " Esc to cancel · Tab to amend"]);
    dialog = { number, call: call(number, command) };
}

function end(number, how, withdraws) {
    if (dialog === null || dialog.number !== number) return;
    if (withdraws) dialog.call.destroy();
    dialog = null;
    note(`${number} ${how}`);
    prompt(how);
}

function call(number, command) {
    const request = http.request(hook.url, { method: "POST", headers: { "Content-Type": "application/json" } }, (response) => {
        let body = "";
        response.on("data", (part) => (body += part));
        response.on("end", () => decided(number, response.statusCode, body));
    });
    request.on("error", () => {});
    request.end(JSON.stringify({
        session_id: session, cwd: process.cwd(), permission_mode: "default", hook_event_name: "PermissionRequest",
        tool_name: "Bash", tool_input: { command, description: "Run it" }, permission_suggestions: [],
    }));
    return request;
}

function decided(number, status, body) {
    const decision = status === 200 ? JSON.parse(body).hookSpecificOutput?.decision : undefined;
    if (decision === undefined) return;
    const words = decision.behavior === "deny" ? `: ${decision.message}` : "";
    end(number, `${decision.behavior === "allow" ? "allowed" : "denied"} by the hook${words}`, false);
}

process.stdin.setRawMode(true);
process.stdin.on("data", (data) => {
    for (const key of data.toString("utf8")) {
        if (dialog !== null) {
            if (key === "1") end(dialog.number, "allowed by a key", false);
            if (key === "t") dialog.call.destroy(); // it has waited long enough, and its dialog stays
            if (key === "q") process.exit(0);
            if (key === "2" || key === "\x1b") end(dialog.number, "denied by a key", true);
        } else if (key === "\r") {
            const command = line;
            line = "";
            if (command.startsWith("Say")) say(command);
            else ask(command);
        } else if (line === "" && "12\x1b".includes(key)) {
            note(`prompt ${JSON.stringify(key)}`);
        } else {
            line += key;
        }
    }
});
prompt("at your service");
