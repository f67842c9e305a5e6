//! The codes of packets.

/// The code of a packet: the kind of a request or of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Code(pub i32);

impl Code {
    /// Ends the connection. There is no answer.
    pub const SHUTDOWN: Self = Self(1);
    /// Begins a session. It is the first request.
    pub const INIT_SERVER: Self = Self(2);
    /// Calls a function.
    pub const CALL_FUNC: Self = Self(3);
    /// Answers a request with values.
    pub const RETURN: Self = Self(4);
    /// Answers a request with an error.
    pub const EXCEPTION: Self = Self(5);
    /// Copies bytes from the server.
    pub const COPY_FROM_REMOTE: Self = Self(6);
    /// Copies bytes to the server.
    pub const COPY_TO_REMOTE: Self = Self(7);
    /// Answers [`Code::COPY_FROM_REMOTE`] with bytes.
    pub const COPY_ACK: Self = Self(8);
    /// Finds a global function.
    pub const GET_GLOBAL_FUNC: Self = Self(9);
    /// Frees a function, a module or a tensor.
    pub const FREE_HANDLE: Self = Self(10);
    /// Makes a device current.
    pub const DEV_SET_DEVICE: Self = Self(11);
    /// Returns an attribute of a device.
    pub const DEV_GET_ATTR: Self = Self(12);
    /// Allocates memory by its size.
    pub const DEV_ALLOC_DATA: Self = Self(13);
    /// Frees memory.
    pub const DEV_FREE_DATA: Self = Self(14);
    /// Waits for a stream.
    pub const DEV_STREAM_SYNC: Self = Self(15);
    /// Copies a tensor of the server to another one.
    pub const COPY_AMONG_REMOTE: Self = Self(16);
    /// Allocates memory for a tensor.
    pub const DEV_ALLOC_DATA_WITH_SCOPE: Self = Self(17);
    /// Creates a stream.
    pub const DEV_CREATE_STREAM: Self = Self(18);
    /// Frees a stream.
    pub const DEV_FREE_STREAM: Self = Self(19);
    /// Sets the stream of a device.
    pub const DEV_SET_STREAM: Self = Self(20);

    /// Returns the name for messages.
    pub const fn name(self) -> Option<&'static str> {
        Some(match self {
            Self::SHUTDOWN => "Shutdown",
            Self::INIT_SERVER => "InitServer",
            Self::CALL_FUNC => "CallFunc",
            Self::RETURN => "Return",
            Self::EXCEPTION => "Exception",
            Self::COPY_FROM_REMOTE => "CopyFromRemote",
            Self::COPY_TO_REMOTE => "CopyToRemote",
            Self::COPY_ACK => "CopyAck",
            Self::GET_GLOBAL_FUNC => "GetGlobalFunc",
            Self::FREE_HANDLE => "FreeHandle",
            Self::DEV_SET_DEVICE => "DevSetDevice",
            Self::DEV_GET_ATTR => "DevGetAttr",
            Self::DEV_ALLOC_DATA => "DevAllocData",
            Self::DEV_FREE_DATA => "DevFreeData",
            Self::DEV_STREAM_SYNC => "DevStreamSync",
            Self::COPY_AMONG_REMOTE => "CopyAmongRemote",
            Self::DEV_ALLOC_DATA_WITH_SCOPE => "DevAllocDataWithScope",
            Self::DEV_CREATE_STREAM => "DevCreateStream",
            Self::DEV_FREE_STREAM => "DevFreeStream",
            Self::DEV_SET_STREAM => "DevSetStream",
            _ => return None,
        })
    }
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.name() {
            Some(name) => f.write_str(name),
            None => write!(f, "packet code {}", self.0),
        }
    }
}
