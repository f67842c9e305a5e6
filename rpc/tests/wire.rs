//! The bytes on the wire, against those that TVM 0.8 sends.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Once;
use std::thread;
use std::time::Duration;

use objet_object::{DataType, DeviceType, NDArray};
use objet_rpc::serve::{EventDrivenServer, Progress, ServeOptions, serve};
use objet_rpc::wire::{Code, Encoder, Value};
use objet_rpc::{ConnectOptions, Session, handshake};
use objet_runtime::{NDArrayExt, PackedFunc, Registry, TypedPackedFunc};

fn register() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        Registry::register("rpc.test.addone", TypedPackedFunc::new(|x: i64| x + 1)).unwrap();
        let name = TypedPackedFunc::new(|text: &str, x: i64| format!("{text}:{x}"));
        Registry::register("rpc.test.strcat", name).unwrap();
        Registry::register("rpc.test.nothing", TypedPackedFunc::new(|| ())).unwrap();
        let zeros = TypedPackedFunc::new(|| NDArray::zeros(&[10], DataType::float(32)));
        Registry::register("rpc.test.zeros", zeros).unwrap();
        let adder = || -> PackedFunc { TypedPackedFunc::new(|x: i64| x).into() };
        Registry::register("rpc.test.function", TypedPackedFunc::new(adder)).unwrap();
    });
}

/// Returns the bytes of hexadecimal digits. `"text"` stands for the bytes of a text, and `H` for a
/// handle.
fn bytes(pattern: &str, handle: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    for word in pattern.split_whitespace() {
        if word == "H" {
            bytes.extend(handle.to_le_bytes());
        } else if let Some(text) = word.strip_prefix('"') {
            bytes.extend(text.trim_end_matches('"').bytes());
        } else {
            assert!(word.len().is_multiple_of(2), "{word}");
            let digits = |at| u8::from_str_radix(&word[at..at + 2], 16).unwrap();
            bytes.extend((0..word.len()).step_by(2).map(digits));
        }
    }
    bytes
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A server to which a test sends bytes.
struct Server(EventDrivenServer);

impl Server {
    fn new() -> Self {
        register();
        let options = ServeOptions { max_tensor_bytes: 1 << 20, ..ServeOptions::default() };
        let mut server = Self(EventDrivenServer::new(&options));
        let begin = "1500000000000000 02000000 0500000000000000 \"0.8.0\" 00000000";
        let answer = server.ask(&bytes(begin, 0));
        assert_eq!(hex(&answer), hex(&bytes("0c00000000000000 04000000 01000000 04000000", 0)));
        server
    }

    fn ask(&mut self, request: &[u8]) -> Vec<u8> {
        assert_eq!(self.0.receive(request).unwrap(), Progress::HasOutput);
        let mut answer = Vec::new();
        self.0
            .send(|bytes| -> Result<usize, std::convert::Infallible> {
                answer.extend_from_slice(bytes);
                Ok(bytes.len())
            })
            .unwrap();
        answer
    }

    /// Sends a request, and checks the answer.
    fn expect(&mut self, request: &str, answer: &str, handle: u64) {
        assert_eq!(hex(&self.ask(&bytes(request, handle))), hex(&bytes(answer, handle)), "{request}");
    }

    /// Sends a request whose answer ends with a handle.
    fn handle(&mut self, request: &[u8]) -> u64 {
        let answer = self.ask(request);
        let handle = u64::from_le_bytes(answer[answer.len() - 8..].try_into().unwrap());
        assert_ne!(handle, 0);
        handle
    }

    fn function(&mut self, name: &str) -> u64 {
        let mut request = Encoder::new(Code::GET_GLOBAL_FUNC);
        request.values(&[Value::Str(name)]);
        self.handle(&request.finish())
    }

    fn call(&mut self, function: u64) -> Vec<u8> {
        let mut request = Encoder::new(Code::CALL_FUNC);
        request.u64(function);
        request.values(&[]);
        self.ask(&request.finish())
    }

    /// Sends a request and returns the text of the exception.
    fn exception(&mut self, request: &[u8]) -> String {
        let answer = self.ask(request);
        assert_eq!(&answer[8..12], &5_i32.to_le_bytes(), "{}", hex(&answer));
        String::from_utf8(answer[28..].to_vec()).unwrap()
    }
}

#[test]
fn the_server_answers_calls_as_tvm_does() {
    let mut server = Server::new();
    let addone = server.function("rpc.test.addone");
    server.expect(
        "1c00000000000000 03000000 H 01000000 00000000 0a00000000000000",
        "2000000000000000 04000000 02000000 00000000 00000000 0000000000000000 0b00000000000000",
        addone,
    );
    let strcat = server.function("rpc.test.strcat");
    server.expect(
        "2b00000000000000 03000000 H 02000000 0b000000 00000000 0300000000000000 \"abc\" 0b00000000000000",
        "2600000000000000 04000000 02000000 00000000 0b000000 0b00000000000000 0600000000000000 \"abc:11\"",
        strcat,
    );
    let nothing = server.function("rpc.test.nothing");
    server.expect(
        "1000000000000000 03000000 H 00000000",
        "1800000000000000 04000000 02000000 00000000 04000000 0400000000000000",
        nothing,
    );
    let function = server.function("rpc.test.function");
    let answer = server.call(function);
    let start = bytes("2000000000000000 04000000 02000000 00000000 03000000 0a00000000000000", 0);
    assert_eq!(hex(&answer[..answer.len() - 8]), hex(&start));
    let zeros = server.function("rpc.test.zeros");
    let answer = server.call(zeros);
    let start = "4c00000000000000 04000000 03000000 00000000 07000000 03000000 0d00000000000000";
    assert_eq!(hex(&answer[..start.replace(' ', "").len() / 2]), start.replace(' ', ""));
    let rest = "01000000 00000000 01000000 02 20 0100 0a00000000000000 0000000000000000";
    assert_eq!(hex(&answer[44..answer.len() - 8]), rest.replace(' ', ""));
    server.expect(
        "2000000000000000 0a000000 02000000 03000000 00000000 H 0a00000000000000",
        "0c00000000000000 04000000 01000000 04000000",
        addone,
    );
    server.expect(
        "2000000000000000 0f000000 02000000 06000000 03000000 01000000 00000000 0000000000000000",
        "0c00000000000000 04000000 01000000 04000000",
        0,
    );
}

#[test]
fn the_server_copies_tensors_as_tvm_does() {
    let mut server = Server::new();
    let memory = server.handle(&bytes(
        "3800000000000000 11000000 02000000 07000000 04000000 0000000000000000 01000000 00000000 01000000 \
         02200100 0400000000000000 0000000000000000",
        0,
    ));
    let tensor = "H 01000000 00000000 01000000 02200100 0400000000000000 0000000000000000 1000000000000000";
    let elements = "000102030405060708090a0b0c0d0e0f";
    server.expect(
        &format!("4400000000000000 07000000 {tensor} {elements}"),
        "0c00000000000000 04000000 01000000 04000000",
        memory,
    );
    server.expect(
        &format!("3400000000000000 06000000 {tensor}"),
        &format!("1400000000000000 08000000 {elements}"),
        memory,
    );
}

#[test]
fn requests_that_lie_are_errors() {
    let mut server = Server::new();
    let addone = server.function("rpc.test.addone");
    let call = |handle: u64| {
        let mut request = Encoder::new(Code::CALL_FUNC);
        request.u64(handle);
        request.values(&[]);
        request.finish()
    };
    for handle in [0, 1, addone + 1, addone + (1 << 32), u64::MAX, 0x7fff_0000_1234] {
        let text = server.exception(&call(handle));
        assert!(text.contains("is not a handle of this session, or was freed"), "{text}");
    }
    let free = |handle, kind| {
        let mut request = Encoder::new(Code::FREE_HANDLE);
        request.values(&[Value::Handle(handle), Value::Int(kind)]);
        request.finish()
    };
    let text = server.exception(&free(addone, 13));
    assert!(text.contains("is a function, expected a tensor"), "{text}");
    server.ask(&free(addone, 10));
    let text = server.exception(&free(addone, 10));
    assert!(text.contains("was freed"), "{text}");

    // A tensor that does not fit into its memory.
    let allocate_aligned = |bytes, alignment| {
        let mut request = Encoder::new(Code::DEV_ALLOC_DATA);
        let device = objet_object::Device::cpu(0);
        let dtype = DataType::float(32);
        let (bytes, alignment) = (Value::Int(bytes), Value::Int(alignment));
        request.values(&[Value::Device(device), bytes, alignment, Value::DataType(dtype)]);
        request.finish()
    };
    let allocate = |bytes| allocate_aligned(bytes, 64);
    let memory = server.handle(&allocate(16));
    let copy = |offset: u64, bytes: u64| {
        let mut request = Encoder::new(Code::COPY_FROM_REMOTE);
        request.tensor(&objet_rpc::wire::RemoteTensor {
            data: memory,
            device: objet_object::Device::cpu(0),
            dtype: DataType::uint(8),
            shape: vec![16],
            byte_offset: offset,
        });
        request.u64(bytes);
        request.finish()
    };
    for (offset, bytes) in [(0, 17), (16, 1), (u64::MAX, 1), (1, u64::MAX)] {
        let text = server.exception(&copy(offset, bytes));
        assert!(text.contains("the tensor has 16 bytes"), "{text}");
    }
    let text = server.exception(&allocate(1 << 40));
    assert!(text.contains("out of memory"), "{text}");
    for alignment in [1 << 30, i64::MAX] {
        let text = server.exception(&allocate_aligned(64, alignment));
        let expected = format!("cannot align memory to {alignment} bytes: the maximum is 4096");
        assert!(text.contains(&expected), "{text}");
    }
    assert_ne!(server.handle(&allocate_aligned(64, 4096)), 0);
    for bytes in [-1, i64::MIN] {
        assert!(!server.exception(&allocate(bytes)).is_empty());
    }
    let text = server.exception(&Encoder::new(Code(77)).finish());
    assert!(text.contains("kUnknownRPCCode"), "{text}");
    let text = server.exception(&bytes("0c00000000000000 09000000 ffffff7f 0b000000", 0));
    assert!(text.contains("does not fit into a packet"), "{text}");
}

#[test]
fn a_packet_that_cannot_be_a_packet_ends_the_connection() {
    for pattern in ["0300000000000000 010203", "ffffffffffffffff 03000000"] {
        let mut server = EventDrivenServer::new(&ServeOptions::default());
        assert!(server.receive(&bytes(pattern, 0)).is_err(), "{pattern}");

        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let mut client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (stream, _) = listener.accept().unwrap();
        let served = thread::spawn(move || serve(stream, &ServeOptions::default()));
        client.write_all(&bytes(pattern, 0)).unwrap();
        let mut answer = Vec::new();
        client.read_to_end(&mut answer).unwrap();
        assert_eq!(&answer[8..12], &5_i32.to_le_bytes(), "{}", hex(&answer));
        served.join().unwrap().unwrap_err();
    }
}

#[test]
fn bytes_may_arrive_one_at_a_time() {
    register();
    let mut server = EventDrivenServer::awaiting_key(&ServeOptions::default());
    let key = "09000000 \"client:k1\"";
    let begin = "1500000000000000 02000000 0500000000000000 \"0.8.0\" 00000000";
    let shutdown = "0000000000000000 0400000000000000 01000000";
    let all = [bytes(key, 0), bytes(begin, 0), bytes(shutdown, 0)].concat();
    let mut progress = Progress::NeedsInput;
    for byte in &all {
        progress = server.receive(&[*byte]).unwrap();
    }
    assert_eq!(progress, Progress::Ended);
}

/// Records the bytes of a client, and answers with the bytes of a server.
fn record(answers: Vec<Vec<u8>>, client: impl FnOnce(Session)) -> Vec<Vec<u8>> {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let server = thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        handshake::accept(&mut stream, "k1", Duration::from_secs(10)).unwrap();
        let mut requests = Vec::new();
        for answer in answers {
            let mut length = [0; 8];
            stream.read_exact(&mut length).unwrap();
            let mut packet = vec![0; u64::from_le_bytes(length) as usize];
            stream.read_exact(&mut packet).unwrap();
            requests.push([&length[..], &packet].concat());
            stream.write_all(&answer).unwrap();
        }
        requests
    });
    client(ConnectOptions::new().key("k1").connect(&address).unwrap());
    server.join().unwrap()
}

#[test]
fn the_client_sends_the_bytes_that_tvm_sends() {
    let null = bytes("0c00000000000000 04000000 01000000 04000000", 0);
    let handle = |handle| bytes("1400000000000000 04000000 01000000 03000000 H", handle);
    let eleven = "2000000000000000 04000000 02000000 00000000 00000000 0000000000000000 0b00000000000000";
    let elements = "00000000 0000803f 00000040 00004040";
    let answers = vec![
        null.clone(),
        handle(7),
        bytes(eleven, 0),
        null.clone(),
        handle(8),
        handle(0),
        null.clone(),
        bytes(&format!("1400000000000000 08000000 {elements}"), 0),
    ];
    let requests = record(answers, |session| {
        let addone = session.get_function("rpc.test.addone").unwrap();
        assert_eq!(addone.call((10,)).unwrap().get::<i64>().unwrap(), 11);
        drop(addone);
        let device = session.device(DeviceType::CPU, 0);
        let tensor = NDArray::from_slice_on(&[4], &[0.0_f32, 1.0, 2.0, 3.0], device).unwrap();
        assert_eq!(tensor.to_host().unwrap().to_vec::<f32>().unwrap(), [0.0, 1.0, 2.0, 3.0]);
    });
    let tensor = "H 01000000 00000000 01000000 02200100 0400000000000000 0000000000000000 1000000000000000";
    let limit = "tvm.rpc.server.GetCRTMaxPacketSize";
    let expected = [
        ("1500000000000000 02000000 0500000000000000 \"0.8.0\" 00000000".to_owned(), 0),
        ("2300000000000000 09000000 01000000 0b000000 0f00000000000000 \"rpc.test.addone\"".into(), 0),
        ("1c00000000000000 03000000 H 01000000 00000000 0a00000000000000".into(), 7),
        ("2000000000000000 0a000000 02000000 03000000 00000000 H 0a00000000000000".into(), 7),
        (
            "3800000000000000 11000000 02000000 07000000 04000000 0000000000000000 01000000 00000000 \
             01000000 02200100 0400000000000000 0000000000000000"
                .into(),
            0,
        ),
        (format!("3600000000000000 09000000 01000000 0b000000 2200000000000000 \"{limit}\""), 0),
        (format!("4400000000000000 07000000 {tensor} {elements}"), 8),
        (format!("3400000000000000 06000000 {tensor}"), 8),
    ];
    for (request, (pattern, handle)) in requests.iter().zip(&expected) {
        assert_eq!(hex(request), hex(&bytes(pattern, *handle)), "{pattern}");
    }
    assert_eq!(requests.len(), expected.len());
}

#[test]
fn servers_that_accept_short_packets_get_blocks() {
    let null = bytes("0c00000000000000 04000000 01000000 04000000", 0);
    let handle = |handle| bytes("1400000000000000 04000000 01000000 03000000 H", handle);
    // The limit is 60 bytes: 8 bytes of elements beside the 52 bytes of the description.
    let limit = "2000000000000000 04000000 02000000 00000000 00000000 0000000000000000 3c00000000000000";
    let answers =
        vec![null.clone(), handle(8), handle(9), bytes(limit, 0), null.clone(), null.clone(), null.clone()];
    let requests = record(answers, |session| {
        let device = session.device(DeviceType::CPU, 0);
        NDArray::from_slice_on(&[4], &[0.0_f32, 1.0, 2.0, 3.0], device).unwrap();
    });
    let copies: Vec<_> = requests.iter().filter(|request| request[8] == 7).collect();
    assert_eq!(copies.len(), 2);
    assert!(copies.iter().all(|copy| copy.len() == 68));
    let offset = |copy: &[u8]| u64::from_le_bytes(copy[44..52].try_into().unwrap());
    assert_eq!([offset(copies[0]), offset(copies[1])], [0, 8]);
}

#[test]
fn servers_that_lie_are_errors_of_the_request() {
    let null = bytes("0c00000000000000 04000000 01000000 04000000", 0);
    let lies = [
        ("0c00000000000000 04000000 00000000 00000000", "one value"),
        ("0800000000000000 04000000 ffffff7f", "does not fit into a packet"),
        ("0c00000000000000 0c000000 00000000 00000000", "Channel closes before we get needed bytes"),
        ("0800000000000000 4d000000 00000000", "packet code 77, which is no answer"),
        ("0200000000000000 0400", "a packet of 2 bytes has no code"),
        ("0000ffffffffffff 04000000", "the limit is"),
        ("1400000000000000 08000000 00000000 00000000 00000000 00000000", "bytes"),
        ("1400000000000000 04000000 01000000 06000000 81ffffff 00000000", "-127 is not the type of a device"),
        ("0c00000000000000 04000000 01000100 04000000", "does not fit into a packet"),
    ];
    for (lie, expected) in lies {
        record(vec![null.clone(), bytes(lie, 0)], |session| {
            let options = "GetGlobalFunc at 127.0.0.1:";
            let error = session.get_function("rpc.test.addone").unwrap_err().message().to_owned();
            assert!(error.contains(expected), "{lie}: {error}");
            assert!(error.contains(options), "{error}");
        });
    }
}
