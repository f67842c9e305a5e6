//! A headless Chromium, driven through its remote debugging pipe. Each message is JSON followed by
//! a zero byte.

use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// An open page in its own browser process.
pub(crate) struct Browser {
    child: Child,
    folder: PathBuf,
    requests: File,
    answers: BufReader<File>,
    session: Value,
    next: u64,
}

impl Browser {
    /// Opens a file in a new browser. `fragment` is the end of the URL: empty, or `#…`.
    pub(crate) fn open(path: &str, fragment: &str) -> Self {
        let folder = PathBuf::from(format!("{path}.browser"));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder).expect("a writable folder");
        let [requests, answers] = ["requests", "answers"].map(|name| folder.join(name));
        let made = Command::new("mkfifo").args([&requests, &answers]).status().expect("mkfifo");
        assert!(made.success());
        // The browser reads from file descriptor 3 and writes to 4.
        let script = "exec chromium --headless --no-sandbox --disable-gpu --window-size=1400,850 \
            --remote-debugging-pipe --user-data-dir=\"$0/profile\" 3<\"$0/requests\" 4>\"$0/answers\"";
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(script).arg(&folder).stdout(Stdio::null()).stderr(Stdio::null());
        let child = shell.spawn().expect("a shell");
        let requests = OpenOptions::new().write(true).open(requests).expect("the pipe of requests");
        let answers = BufReader::new(File::open(answers).expect("the pipe of answers"));
        let mut browser = Self { child, folder, requests, answers, session: Value::Null, next: 0 };
        let page = json!({ "url": format!("file://{path}{fragment}") });
        let target = browser.ask("Target.createTarget", page)["targetId"].clone();
        let attach = json!({ "targetId": target, "flatten": true });
        browser.session = browser.ask("Target.attachToTarget", attach)["sessionId"].clone();
        browser.wait("location.protocol === 'file:' && document.readyState === 'complete'");
        browser
    }

    /// Evaluates a JavaScript expression in the page.
    pub(crate) fn eval(&mut self, expression: &str) -> Value {
        let question = json!({ "expression": expression, "returnByValue": true });
        let answer = self.ask("Runtime.evaluate", question);
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {answer}");
        answer["result"]["value"].clone()
    }

    /// Evaluates an expression to a string.
    pub(crate) fn text(&mut self, expression: &str) -> String {
        let value = self.eval(expression);
        value.as_str().unwrap_or_else(|| panic!("{expression}: {value}")).into()
    }

    /// Waits until the expression is true.
    #[track_caller]
    pub(crate) fn wait(&mut self, expression: &str) {
        let start = Instant::now();
        while self.eval(expression) != true {
            assert!(start.elapsed() < Duration::from_secs(60), "waited in vain for {expression}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Clicks the first element that the selector matches.
    pub(crate) fn click(&mut self, selector: &str) {
        self.eval(&format!("document.querySelector({selector:?}).click()"));
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let mut request = json!({ "id": self.next, "method": method, "params": params });
        if !self.session.is_null() {
            request["sessionId"] = self.session.clone();
        }
        write!(self.requests, "{request}\0").expect("the browser closed its pipe of requests");
        loop {
            let mut answer = Vec::new();
            self.answers.read_until(0, &mut answer).expect("the browser closed its pipe of answers");
            assert_eq!(answer.pop(), Some(0), "the browser exited");
            let mut answer: Value = serde_json::from_slice(&answer).expect("the answer is not JSON");
            if answer["id"] == self.next {
                assert!(answer["error"].is_null(), "{method}: {answer}");
                return answer["result"].take();
            }
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The browser may have exited already.
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}
